"""What goes wrong in `shift_target`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "shifted-backwards",
    code("""
        def shift_target(tgt):
            return tgt[:, 1:], tgt[:, :-1]
    """),
    means="""You shifted the wrong way: the decoder is shown the answer and asked for the token
    before it.""",
    try_next="Which of your two results begins with the bos? It is the input, and it comes first.",
    source="https://github.com/tensorflow/tensor2tensor/issues/1510",
)

mistakes.add(
    "cut-the-batch",
    code("""
        def shift_target(tgt):
            return tgt[:-1], tgt[1:]
    """),
    means="You cut rows away and not columns: axis 0 is the batch.",
    try_next="Which axis does your slice cut: the rows, or the places in a row?",
    hint="Write `tgt[:, :-1]`: the first colon keeps all rows.",
    source="https://github.com/pytorch/tutorials/issues/719",
)

mistakes.add(
    "not-shifted",
    code("""
        def shift_target(tgt):
            return tgt, tgt
    """),
    edit("named_slices", {"tgt[:, 1:]": "tgt[:, :-1]"}),
    means="""Input and labels are the same tokens. The model then only has to repeat what it is
    shown: the loss falls to zero and decoding is useless.""",
    try_next="Say aloud what the decoder sees at step 0, and what it should answer.",
    hint="The labels are the tokens one place further on.",
    source="https://github.com/huggingface/transformers/issues/16940",
)

mistakes.add(
    "pads-made-minus-100",
    code("""
        def shift_target(tgt):
            labels = tgt[:, 1:].clone()
            labels[labels == 0] = -100
            return tgt[:, :-1], labels
    """),
    means="""Your labels hold -100 where pads stand. Hugging Face's collators write it, since
    their loss skips -100; here `sequence_loss` skips `pad_id`, and the labels are the tokens of
    tgt as they are.""",
    try_next="Which labels come out for a row of tgt that ends in pads?",
    hint="return tgt[:, :-1], tgt[:, 1:]",
)

mistakes.add(
    "wrapped-around",
    code("""
        def shift_target(tgt):
            return tgt, tgt.roll(-1, dims=1)
    """),
    means="The bos comes back at the end of the labels, as `roll` brings it.",
    try_next="Where does the last token of your result come from?",
    hint="Use slices: nothing may come round from the other end.",
)

mistakes.harmless(kind="detach", because="ids carry no gradient")
