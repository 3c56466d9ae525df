"""What goes wrong in `target_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

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

mistakes.add(
    "device-named",
    edit("usual", {", ids.device": ""}),
)

mistakes.add(
    "diagonal-always-open",
    code("""
        def target_mask(ids, pad_id):
            L = ids.shape[1]
            allowed = padding_mask(ids, pad_id) & causal_mask(L, ids.device)
            return allowed | torch.eye(L, dtype=torch.bool, device=ids.device)
    """),
    means="""You leave the diagonal open in every row, so a pad may read itself. The contract
    blocks every pad; a row without an open key is what `masked_attend` takes care of.""",
    try_next="Which keys may the pad at the end of a row read?",
    hint="Leave out the line that opens the diagonal.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"keys & past": "~(keys & past)"}),
    means="""Your mask is the other way round: True where a key is blocked. In this course True
    means may attend.""",
    try_next="What does True mean in this course, and which cells get it in your mask?",
    hint="Take the `~` away, or put one before the whole where you have joined what is blocked.",
)

mistakes.add(
    "diagonal-blocked",
    edit("usual", {
        """
            past = causal_mask(ids.shape[1], ids.device)
        """: """
            L = ids.shape[1]
            past = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril(-1)
        """,
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
    code("""
        def target_mask(ids, pad_id):
            keys = padding_mask(ids, pad_id)
            return keys
    """),
    means="Only the pads are hidden. Every token can read the future.",
    try_next="Two things must hold for a key. Which of them does your mask ask?",
    hint="Join it with the causal mask.",
    source="https://github.com/huggingface/transformers/issues/48745",
)

mistakes.add(
    "mask-on-queries",
    edit("usual", {"padding_mask(ids, pad_id)": "padding_mask(ids, pad_id).transpose(2, 3)"}),
    means="Your pads lie on the query axis. Pads can still be read as keys.",
    try_next="On which axis of your padding mask do the words stand? Which axis are the keys?",
    hint="Keys are the last axis: (B, 1, 1, L).",
    source="https://github.com/bentrevett/pytorch-seq2seq/issues/96",
)

mistakes.add(
    "axes-missing",
    edit("usual", {"keys & past": "(keys & past)[:, 0]"}),
    means="""The axis for the heads is missing: (B, L, L). Where B equals the number of heads, it
    would broadcast over heads without an error.""",
    try_next="Write the shape (B, 1, L, L) below yours. Which axis is missing, and where?",
    hint="Add an axis of size 1 after the batch.",
)

mistakes.add(
    "pad-id-fixed",
    edit("usual", {"padding_mask(ids, pad_id)": "padding_mask(ids, 0)"}),
    means="Id 0 is hidden, whatever `pad_id` says.",
    try_next="""What are the ids compared with in your code? A 0 that should be the argument may
    also hide in `bool()`.""",
    hint="Pass `pad_id` on.",
)

mistakes.harmless(
    "padding_mask(ids, pad_id) -> padding_mask(pad_id, ids)",
    because="`ids != pad_id` is the same the other way round",
)
mistakes.harmless(kind="detach", because="a mask carries no gradient")
