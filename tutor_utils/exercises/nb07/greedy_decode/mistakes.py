"""What goes wrong in `greedy_decode`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "annotated-decoding",
    code("""
        def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
            memory, mask = model.encode(src)
            out = torch.full((src.shape[0], 1), bos_id, dtype=torch.long, device=src.device)
            for _ in range(max_len - 1):
                logits = model.decode(out, memory, mask)
                out = torch.cat([out, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
            return out
    """),
    means="""This is the decoding of the Annotated Transformer. Three things differ from the
    contract: bos stays in front, nothing stops at eos, and the model runs in the mode it is in,
    with gradients.""",
    try_next="""Leave out the first column at the end, put pads behind eos, and call
    `model.eval()` for as long as it speaks.""",
)

mistakes.add(
    "bos-fixed",
    edit("usual", {"bos_id, device": "1, device"}),
)

mistakes.add(
    "cut-behind-the-last-eos",
    edit("usual", {
        """
            return out[:, 1:]
        """: """
            said = out[:, 1:]
            ends = (said == eos_id).any(0).nonzero()
            return said[:, : ends.max() + 1] if len(ends) else said
        """,
    }),
    means="""You cut the answer behind the last eos of the batch. Where a row has not said eos,
    what it said after that place is lost.""",
    try_next="One row ends at once, another never says eos. How many columns has the answer?",
    hint="Leave the cut out: the loop stops where every row has said eos.",
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
    edit("usual", {
        "token = token": "done = done | (token == eos_id); token = token",
        "done = done | (token == eos_id)": "pass",
    }),
)

mistakes.add(
    "filled-with-eos",
    edit("usual", {"done, pad_id": "done, eos_id"}),
    means="""Behind its eos a row is filled with eos. One eos ends the answer; everything after it
    should be pad.""",
    try_next="Which id do you write into rows that have ended?",
    hint="`token.masked_fill(finished, pad_id)`",
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
    seen="https://github.com/xberg-io/xberg/issues/1210",
)

mistakes.add(
    "grad-left-off",
    edit("usual", {"model.eval()": "model.eval(); torch.set_grad_enabled(False)"}),
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
    "source-mask-inverted",
    edit("usual", {", memory,": ", memory, ~"}),
)

mistakes.add(
    "source-mask-pad-zero",
    edit("usual", {
        """
            memory, src_mask = model.encode(src)
        """: """
            memory, _ = model.encode(src)
            src_mask = (src != 0)[:, None, None, :]
        """,
    }),
    means="""You make a mask of the source yourself, and 0 stands in it as the id of the pad. The
    caller's `pad_id` decides, and `encode` has made the mask already.""",
    try_next="What does your mask say where `pad_id` is 9?",
    hint="memory, src_mask = model.encode(src)",
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
    seen="https://github.com/xberg-io/xberg/issues/1210",
)

mistakes.add(
    "goes-on-after-eos",
    edit("usual", {"token = token.masked_fill(done, pad_id)": "pass"}),
)

mistakes.add(
    "ended-rows-not-remembered",
    edit("to_max_len", {
        "done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)": "",
        """
            logits = model.decode(out, memory, src_mask)
            token = logits[:, -1].argmax(-1)
            token = token.masked_fill(done, pad_id)
        """: """
            token = model.decode(out, memory, src_mask)[:, -1].argmax(-1)
        """,
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
    "draws-the-token",
    edit("usual", {"argmax(-1)": "softmax(-1).multinomial(1)[:, 0]"}),
    means="""Your code draws the next token by its probability. Greedy decoding takes the
    likeliest one, so two calls give the same.""",
    try_next="Call it twice with a model that is unsure. Do you get one answer or two?",
    hint="`logits[:, -1].argmax(dim=-1)`",
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
    seen="https://github.com/Kyubyong/transformer/issues/94",
)

mistakes.add(
    "stops-with-the-first-row",
    edit("usual", {"done.all": "done.any"}),
)

mistakes.add(
    "decodes-in-train-mode",
    edit("usual", {"model.eval()": "pass"}),
)

mistakes.add(
    "argmax-over-places",
    edit("usual", {"logits[:, -1].argmax(-1)": "logits.argmax(dim=1)[:, -1]"}),
    means="""Your argmax runs over axis 1 of the logits (B, L, V). These are the places of the
    row, so what you write is the number of a place and no token.""",
    try_next="Which axis of the logits counts the tokens of the vocabulary?",
    hint="`logits[:, -1].argmax(-1)`",
)
