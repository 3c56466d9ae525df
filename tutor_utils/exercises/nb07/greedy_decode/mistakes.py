"""What goes wrong in `greedy_decode`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "bos-fixed",
    edit("usual", {"bos_id, device": "1, device"}),
)

mistakes.add(
    "encodes-in-train-mode",
    edit("usual", {
        "model.eval()": "",
        """
            memory, src_mask = model.encode(src)
        """: """
            memory, src_mask = model.encode(src)
            model.eval()
        """,
    }),
)

mistakes.add(
    "eos-dropped",
    edit("usual", {"token = token": "done = done | (token == eos_id); token = token"}),
)

mistakes.add(
    "eos-fixed",
    edit("usual", {"== eos_id": "== 2"}),
)

mistakes.add(
    "finished-forgotten",
    edit("usual", {"done | (token == eos_id)": "token == eos_id"}),
)

mistakes.add(
    "wrong-position",
    edit("usual", {"logits[:, -1]": "logits[:, 0]"}),
    means="The token was taken from another position than the last one.",
    try_next="The logits hold a prediction for each place. Which place is the newest?",
    hint="The newest prediction stands at index -1 of the length axis: logits[:, -1].",
    source="https://github.com/xberg-io/xberg/issues/1210",
)

mistakes.add(
    "decodes-with-gradients",
    edit("usual", {".no_grad": ".enable_grad"}),
)

mistakes.add(
    "bos-kept",
    edit("usual", {"return out[:, 1:]": "return out"}),
)

mistakes.add(
    "mode-not-restored",
    edit("usual", {"model.train(was_training)": "pass"}),
)

mistakes.add(
    "newest-token-alone",
    edit("usual", {", memory": "[:, -1:], memory"}),
    means="""The decoder is fed with the newest token alone. It keeps nothing from one call to the
    next, so it must read all tokens so far, bos among them.""",
    try_next="What is the width of `tgt` at step 3 in your code? It should be 4.",
    hint="Append each token to one tensor, and give all of that tensor to `decode`.",
    source="https://github.com/xberg-io/xberg/issues/1210",
)

mistakes.add(
    "goes-on-after-eos",
    edit("usual", {"token = token.masked_fill(done, pad_id)": "pass"}),
)

mistakes.add(
    "ended-rows-not-remembered",
    edit("to_max_len", {
        """
            done = done | (token == eos_id)
        """: """
            if (token == eos_id).all():
                break
        """,
    }),
    means="""You look at the newest tokens alone. A row that said eos earlier speaks on, and the
    loop ends only where all rows say eos in the same step.""",
    try_next="""Row 0 says eos at step 1, row 1 at step 4. What tells your code at step 4 that row
    0 has ended?""",
    hint="Keep a flag for each row: `finished = finished | (token == eos_id)`.",
)

mistakes.add(
    "too-short",
    edit("usual", {"(max_len)": "(max_len - 1)"}),
)

mistakes.add(
    "too-long",
    edit("usual", {"(max_len)": "(max_len + 1)"}),
)

mistakes.add(
    "pad-fixed",
    edit("usual", {"done, pad_id": "done, 0"}),
)

mistakes.add(
    "stops-at-the-source-length",
    edit("usual", {"(max_len)": "(src.shape[1])"}),
    means="""Your loop makes as many steps as the source has tokens. An answer may be longer than
    its source: eos and max_len say when to stop.""",
    try_next="How many steps can your loop make, and which number says so?",
    hint="`for _ in range(max_len):`",
)

mistakes.add(
    "source-mask-lost",
    edit("usual", {", memory, src_mask": ", memory"}),
)

mistakes.add(
    "starts-without-bos",
    edit("usual", {"bos_id, device": "pad_id, device"}),
    means="""What the decoder reads begins with another id than bos, so it reads a text that
    nobody wrote.""",
    try_next="What does the decoder read at step 0?",
    hint="`torch.full((len(src), 1), bos_id)`",
    source="https://github.com/Kyubyong/transformer/issues/94",
)

mistakes.add(
    "stops-with-the-first-row",
    edit("usual", {"done.all": "done.any"}),
)

mistakes.add(
    "decodes-in-train-mode",
    edit("usual", {"model.eval()": "pass"}),
)

mistakes.harmless(
    "logits[:, -1].argmax(dim=-1) -> logits[:, -1].argmax(dim=1)",
    because="two axes: the last is axis 1",
)
mistakes.harmless(kind="detach", because="ids carry no gradient")
mistakes.harmless("if finished.all(): | break -> pass", because="pads up to max_len say the same")
