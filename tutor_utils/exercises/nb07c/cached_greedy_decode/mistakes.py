"""What goes wrong in `cached_greedy_decode`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "earlier-tokens-forgotten",
    edit("usual", {
        """
            kept[i] = [torch.cat(pair, dim=2) for pair in zip(kept[i], new, strict=True)]
            x = after[0](x + attend_kept(layer.self_attention, y, kept[i], mask))
        """: """
            kept[i] = new
            x = after[0](x + attend_kept(layer.self_attention, y, kept[i], None))
        """,
    }),
    means="""Self-attention reads only the newest token: the keys and values of the earlier ones
    were replaced, or never kept.""",
    try_next="After five steps, how many keys should a layer hold? Print the shape.",
    hint="`torch.cat([kept, new], dim=2)` puts the new key after the kept ones.",
)

mistakes.add(
    "encodes-again",
    edit("usual", {
        """
            for _ in range(max_len):
        """: """
            for _ in range(max_len):
                memory, src_mask = model.encode(src)
        """,
    }),
    means="The source is encoded more than once, though it never changes.",
    try_next="Is the call of `encode` before the loop, or inside it?",
)

mistakes.add(
    "eos-dropped",
    edit("usual", {
        """
            token = model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1)  # (B,)
        """: """
            token = model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1)  # (B,)
            finished |= token == eos_id
        """,
    }),
)

mistakes.add(
    "computes-all-again",
    code("""
        def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
            was_training = model.training
            model.eval()
            with torch.no_grad():
                memory, src_mask = model.encode(src)
                out = torch.full((src.shape[0], 1), bos_id, device=src.device)
                done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
                for _ in range(max_len):
                    logits = model.decode(out, memory, src_mask)
                    token = logits[:, -1].argmax(-1)
                    token = token.masked_fill(done, pad_id)
                    out = torch.cat([out, token[:, None]], dim=1)
                    done = done | (token == eos_id)
                    if done.all(): break
            model.train(was_training)
            return out[:, 1:]
    """),
    means="""The answer is right, but earlier tokens go through the layers again at each step.
    Token 100 then costs as much as a hundred tokens.""",
    try_next="How long is what goes into a layer at step 5? It should be one token.",
    hint="""Only the newest token, (B, 1, d_model), goes into a layer. Earlier ones live on in
    keys and values.""",
)

mistakes.add(
    "decodes-with-gradients",
    edit("usual", {".no_grad": ".enable_grad"}),
)

mistakes.add(
    "bos-kept",
    edit("usual", {"return said[:, 1:]": "return said"}),
)

mistakes.add(
    "keys-not-normed",
    edit("usual", {"(layer.self_attention, y)": "(layer.self_attention, x)"}),
    means="""With norm_first the sub-layer reads norm(x): the query does here, but the kept keys
    and values were made from x itself.""",
    try_next="From which vector do you make the query, and from which the key and the value?",
)

mistakes.add(
    "memory-projected-again",
    edit("usual", {
        "attend_kept(layer.cross_attention, y, crossed[i], src_mask)":
            "layer.cross_attention(y, memory, memory, src_mask)[0]",
    }),
    means="""The answer is right, but keys and values of the memory are worked out at each step.
    The memory never changes, so neither do they.""",
    try_next="Which of the four projections of cross-attention depend on the newest token?",
    hint="Apply w_k and w_v of each cross-attention to the memory before the loop.",
)

mistakes.add(
    "mode-not-restored",
    edit("usual", {"model.train(was_training)": ""}),
)

mistakes.add(
    "final-norm-missing",
    edit("usual", {"model.decoder.norm(x)": "x"}),
    means="With norm_first the decoder ends with one more norm. It is missing here.",
    try_next="What stands between the last layer and the output projection?",
    hint="`model.output(model.decoder.norm(x))`",
)

mistakes.add(
    "goes-on-after-eos",
    edit("usual", {"token = token.masked_fill(finished, pad_id)": ""}),
)

mistakes.add(
    "source-mask-lost",
    edit("usual", {"[i], src_mask": "[i], None"}),
)

mistakes.add(
    "too-short",
    edit("usual", {"(max_len)": "(max_len - 1)"}),
)

mistakes.add(
    "pad-fixed",
    edit("usual", {"finished, pad_id": "finished, 0"}),
)

mistakes.add(
    "position-one-ahead",
    edit("usual", {
        "(said)[:, -1:]": ".tokens(said[:, -1:]) + model.target.positions[said.shape[1]]",
    }),
    means="Each new token is embedded one place too far. The first one, bos, stands at place 0.",
    try_next="Which place has bos? And which has the token that you embed in the first round?",
)

mistakes.add(
    "position-stays-zero",
    edit("usual", {"(said)[:, -1:]": "(said[:, -1:])"}),
    means="""Each new token is embedded as if it stood at the first place. The model then cannot
    tell the places of its own words apart.""",
    try_next="You embed one token alone. How does the embedding know at which place it stands?",
    hint="""Embed all tokens and keep the last: `model.target(said)[:, -1:]`. It only looks rows
    up, so it costs nearly nothing.""",
)

mistakes.add(
    "said-pads-read",
    edit("usual", {
        "mask = padding_mask(said, pad_id)  # (B, 1, 1, steps so far)":
            "mask = None  # (B, 1, 1, steps so far)",
    }),
    means="""The model may say pad itself. `decode` hides such a pad from all later tokens; your
    attention reads it.""",
    try_next="Which mask does `decode` make from the tokens that were said?",
    hint="Give `padding_mask(said, pad_id)` to the self-attention.",
)

mistakes.add(
    "stops-with-the-first-row",
    edit("usual", {"finished.all": "finished.any"}),
)

mistakes.add(
    "decodes-in-train-mode",
    edit("usual", {"model.eval()": ""}),
)

mistakes.harmless(
    "padding_mask(said, pad_id) -> padding_mask(pad_id, said)",
    because="the course's padding_mask asks whether the two differ, in any order",
)
mistakes.harmless(
    "[nn.Identity()] * 3 -> [nn.Identity()] * 4",
    because="only the first three are used",
)
mistakes.harmless(
    "model.output(model.decoder.norm(x))[:, -1] -> model.output(model.decoder.norm(x))[:, -0]",
    because="x holds one token, the first and the last",
)
mistakes.harmless(
    "model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1) -> model.output(model.decoder.norm(x))[:, -1].argmax(dim=1)",
    because="two axes: the last is axis 1",
)
mistakes.harmless(kind="detach", because="all of it is called without gradients")
mistakes.harmless("if finished.all(): | break -> pass", because="pads up to max_len say the same")
mistakes.harmless(
    "zip(kept[i], project(layer.self_attention, y), strict=True) -> zip(kept[i], project(layer.self_attention, y))",
    because="both hold a key and a value",
)
mistakes.harmless(
    "zip(kept[i], project(layer.self_attention, y), strict=True) -> zip(kept[i], project(layer.self_attention, y), strict=False)",
    because="both hold a key and a value",
)
