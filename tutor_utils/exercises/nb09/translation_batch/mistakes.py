"""What goes wrong in `translation_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "bos-fixed",
    edit("usual", {"[bos_id]": "[1]"}),
)

mistakes.add(
    "eos-fixed",
    edit("usual", {"[eos_id] for source": "[2] for source", "[eos_id] for _": "[2] for _"}),
)

mistakes.add(
    "pad-fixed",
    edit("usual", {"src, pad_id": "src, 0", "tgt, pad_id": "tgt, 0"}),
)

mistakes.add(
    "source-with-bos",
    edit("usual", {"encode(list(source), vocab)": "[bos_id] + encode(list(source), vocab)"}),
    means="""Your sources begin with bos. Only the target does: the decoder has nothing else to
    start from.""",
    try_next="Compare the first column of src with the docstring.",
)

mistakes.add(
    "source-without-eos",
    edit("usual", {"+ [eos_id] for source": "for source"}),
    means="Your sources do not end in eos.",
    try_next="Look at the last token of a source.",
    hint="`+ [eos_id]` on both sides.",
)

mistakes.add(
    "target-without-bos",
    edit("usual", {"[bos_id] + ": ""}),
    means="Your targets do not begin with bos.",
    try_next="Compare the first column of tgt with the docstring.",
)

mistakes.add(
    "target-without-eos",
    edit("usual", {"+ [eos_id] for _": "for _"}),
    means="Your targets do not end in eos: the model would never learn to stop.",
    try_next="Look at the last token of a target.",
)

mistakes.add(
    "unk-fixed",
    edit("pad_sequence", {'vocab[c] if c in vocab else vocab["<unk>"]': "vocab.get(c, 3)"}),
    means="`<unk>` has the number 3 in your code. The vocabulary says which number it has.",
    try_next='What does your code give where `vocab["<unk>"]` is 9?',
    hint='`vocab.get(c, vocab["<unk>"])`, or your `encode`.',
)

mistakes.harmless(kind="detach", because="ids carry no gradient")
for text in ("source", "target"):
    mistakes.harmless(f"list({text}) -> {text}", because="a str gives its characters as its list does")
