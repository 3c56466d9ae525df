"""What goes wrong in `target_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "pad-queries-blocked",
    edit("usual", {"return keys & past": "return keys & past & keys.transpose(2, 3)"}),
    means="""You blocked the rows of the pads too. The contract asks about keys only: what a pad
    reads is never used, and a row with every key blocked makes 0/0 in a plain softmax.""",
    try_next="On which axes do you lay the padding mask? One of them is enough.",
    hint="One mask lies on the key axis, and none on the query axis.",
    source="https://github.com/pytorch/pytorch/issues/63271",
)

mistakes.add(
    "padding-forgotten",
    edit("usual", {"return keys &": "return"}),
    edit("usual", {"return keys & past": "return past.expand(len(ids), -1, -1, -1)"}),
    means="Only the future is hidden, in all rows alike. Pads can still be read.",
    try_next="Two things must hold for a key. Which of them does your mask ask?",
    hint="Join it with the padding mask.",
)

mistakes.add("device-named", edit("usual", {", ids.device": ""}))

mistakes.add(
    "diagonal-always-open",
    edit("usual", {
        "keys & past":
            "keys & past | torch.eye(ids.shape[1], dtype=torch.bool, device=ids.device)",
    }),
    means="""You leave the diagonal open in every row, so a pad may read itself. The contract
    blocks every pad; a row without an open key is what `masked_attend` takes care of.""",
    try_next="Which keys may the pad at the end of a row read?",
    hint="Leave out the line that opens the diagonal.",
)

mistakes.add("mask-inverted", edit("usual", {"keys & past": "~(keys & past)"}))

mistakes.add(
    "diagonal-blocked",
    edit("usual", {
        "causal_mask(ids.shape[1], ids.device)":
            "causal_mask(ids.shape[1], ids.device).transpose(2, 3).logical_not()",
    }),
)

mistakes.add(
    "or-for-and",
    edit("usual", {"return keys &": "return keys |"}),
    means="A key is open in your mask if one of the two conditions allows it. Both must.",
    try_next="""Must one of the two conditions hold, or both? Do you join what is open, or what is
    blocked?""",
    hint="What is open is joined with `&`, what is blocked with `|`.",
    source="https://github.com/keras-team/keras-io/pull/1046",
)

mistakes.add(
    "future-visible",
    edit("usual", {"keys & past": "keys"}),
    means="Only the pads are hidden. Every token can read the future.",
    try_next="Two things must hold for a key. Which of them does your mask ask?",
    hint="Join it with the causal mask.",
    source="https://github.com/huggingface/transformers/issues/48745",
)

mistakes.add(
    "mask-on-queries",
    edit("usual", {"padding_mask(ids, pad_id)": "padding_mask(ids, pad_id).transpose(2, 3)"}),
)

mistakes.add("axes-missing", edit("usual", {"keys & past": "(keys & past)[:, 0]"}))

mistakes.add("pad-id-fixed", edit("usual", {"(ids, pad_id)\n": "(ids, 0)\n"}))

mistakes.harmless(
    "padding_mask(ids, pad_id) -> padding_mask(pad_id, ids)",
    because="`ids != pad_id` is the same the other way round",
)
mistakes.harmless(kind="detach", because="a mask carries no gradient")
