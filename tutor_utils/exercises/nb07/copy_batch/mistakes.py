"""What goes wrong in `copy_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "symbols-out-of-range",
    edit("usual", {"3, vocab_size": "3, vocab_size + 1"}),
    means="""Your ids leave 0 to V-1, or the last symbol, V-1, never comes. Symbols must be 3 to
    V-1, each of them possible. The upper end of `torch.randint` is not drawn.""",
    try_next="Which is the largest symbol that your code can draw, and which should it be?",
    hint="torch.randint(3, vocab_size, ...)",
)

mistakes.add(
    "bos-in-source",
    edit("usual", {"src.to(device)": "tgt.clone().to(device)"}),
    means="""The source begins with bos too. bos is what the decoder starts from; the encoder
    reads the symbols and eos alone.""",
    try_next="What should the first column of src hold, and what does yours hold?",
    hint="Make src first. tgt is a column of bos, and then all of src.",
)

mistakes.add(
    "device-ignored",
    edit("usual", {"return src.to(device), tgt.to(device)": "return src, tgt"}),
    means="""The batch, or one of its two tensors, stays on the CPU, whatever `device` says. The
    model would then stop on a GPU.""",
    try_next="Where does the argument `device` go in your code?",
    hint="return src.to(device), tgt.to(device)",
)

mistakes.add(
    "empty-rows",
    edit("usual", {"1, max_len": "0, max_len"}),
    means="""Some rows hold no symbol at all: a length of 0 can be drawn, or eos takes the place
    of the only symbol.""",
    try_next="""Which is the smallest length that you draw, and at which place does eos stand in a
    row of that length?""",
    hint="Lengths from torch.randint(1, max_len + 1, ...), and eos where place == length.",
)

mistakes.add(
    "ids-not-long",
    edit("usual", {", tgt.to": ", tgt.float().to"}),
    means="Ids index a table, so they must be torch.long.",
    try_next="Look at the dtype where the tensors are made.",
)

mistakes.add(
    "generator-ignored",
    edit("usual", {"(batch_size, 1), generator=generator": "(batch_size, 1), generator=None"}),
    means="""Some numbers, or all, do not come from the generator that was given. Then a run
    cannot be repeated by its seed.""",
    try_next="Which of your random calls does not get the generator?",
    hint="Also the lengths are drawn: they need the generator too.",
)

mistakes.add(
    "no-symbol-twice",
    edit("lists", {
        "[int(torch.randint(3, vocab_size, (), generator=generator)) for _ in range(n)]":
            "(torch.randperm(vocab_size - 3, generator=generator)[:n] + 3).tolist()",
    }),
    means="""No symbol comes twice in a row, so no row is longer than the vocabulary has symbols,
    and a model could learn from that what never comes next. Each symbol is drawn by itself.""",
    try_next="Draw a batch with max_len=6 and vocab_size=5. How long is its longest row?",
    hint="`randperm` shuffles without repeating anything; `randint` draws each number anew.",
)

mistakes.add(
    "bos-missing",
    edit("usual", {"tgt.to(device)": "src.clone().to(device)"}),
    means="""The target does not begin with bos. At decoding time the model starts from bos, so it
    must have met it in training.""",
    try_next="Look at the first column of tgt.",
)

mistakes.add(
    "eos-missing",
    edit("usual", {"length, 2": "length, 0"}),
    edit("lists", {"row + [2] + [0] * (width - len(row) - 1)": "(row + [2])[:max_len] + [0] * (max_len - len(row) - 1)"}),
    means="""A row of yours has no eos: none has one, or the longest ones, where no column is left
    for it. Without eos the model never learns to stop.""",
    try_next="""Which rows have none? How many columns does a row of max_len symbols and its eos
    need?""",
    source="https://github.com/jarobyte91/pytorch_beam_search/issues/5",
)

mistakes.add(
    "not-right-padded",
    edit("usual", {"where(place == length, 2, src)": "where(place == length, 2, symbols)"}),
    means="After eos only pads may follow. Your row holds something else there.",
    try_next="Look at the positions after eos.",
    hint="`torch.where(place < length, symbols, pad)` keeps the symbols and no more.",
)

mistakes.add(
    "one-length",
    edit("usual", {"(batch_size, 1)": "(1, 1)"}),
    means="""All rows have the same length. Then there is never a pad, and a fault in the masks
    stays hidden.""",
    try_next="How many lengths do you draw: none, one for the batch, or one for each row?",
    hint="Draw a length for each row.",
    source="https://github.com/harvardnlp/annotated-transformer/issues/131",
)

mistakes.add(
    "always-the-same",
    edit("usual", {"    symbols = torch.randint": "    generator = torch.Generator().manual_seed(0)\n    symbols = torch.randint"}),
    means="""The seed is fixed inside your function, so every batch is the same and the model
    learns it by heart.""",
    try_next="Call your function twice with no generator. Should both batches be equal?",
    hint="""Take out `manual_seed`, and a `torch.Generator()` of your own too: a new one begins
    with the same seed each time.""",
)

mistakes.add(
    "specials-as-symbols",
    edit("usual", {"3, vocab_size": "1, vocab_size"}),
    means="""Before the eos of a row stands an id below 3, a pad or a bos. Only symbols belong
    there: a pad is hidden by the mask, and the source has no bos.""",
    try_next="""How did it get there: can you draw it, does a bos stand in front of the source, or
    does eos stand after the pads?""",
    hint="Symbols from torch.randint(3, vocab_size, ...), and eos right after the last of them.",
    source="https://github.com/harvardnlp/annotated-transformer/issues/131",
)

mistakes.add(
    "target-cut",
    edit("usual", {"dtype=torch.long), src]": "dtype=torch.long), src[:, :-1]]"}),
    means="The target lacks the last column of the source, so the longest rows lose their eos.",
    try_next="How many columns has tgt, when src has L?",
    hint="bos and then all of src: L+1 columns.",
)

mistakes.add(
    "target-without-eos",
    edit("usual", {"dtype=torch.long), src]": "dtype=torch.long), src.masked_fill(src == 2, 0)]"}),
    means="""The target has no eos, though the source has one. The model learns to stop from the
    target.""",
    try_next="What follows the last symbol in tgt?",
    hint="bos, and then all of src with its eos.",
)
