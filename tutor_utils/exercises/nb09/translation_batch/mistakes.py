"""What goes wrong in `translation_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "bos-fixed",
    edit("usual", {"[bos_id]": "[1]"}),
)

mistakes.add(
    "eos-behind-the-pads",
    code("""
        def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
            src = pad_batch([encode(list(source), vocab) for source, _ in pairs], pad_id)
            tgt = pad_batch([[bos_id] + encode(list(target), vocab) for _, target in pairs], pad_id)
            end = torch.full((len(pairs), 1), eos_id)
            return torch.cat([src, end], dim=1), torch.cat([tgt, end], dim=1)
    """),
    means="""Your eos stands after the pads, in the last column. It belongs after the last
    character of each row, and the pads after it.""",
    try_next="Print the shorter row of two.",
    hint="Append eos to each row first, and pad then.",
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
    "padded-on-the-left",
    edit("usual", {
        """
            return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
        """: """
            src, tgt = ([r[::-1] for r in rows] for rows in (src, tgt))
            return pad_batch(src, pad_id).flip(1), pad_batch(tgt, pad_id).flip(1)
        """,
    }),
    means="Pads stand in front. They stand after, so that position 0 is the first character.",
    try_next="Look at the shorter row.",
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
    "sides-swapped",
    edit("usual", {"source, _": "_, source", "_, target": "target, _"}),
    means="Source and target have changed places.",
    try_next="Which text of a pair comes first?",
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
    code("""
        def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
            src = [[vocab.get(c, 3) for c in source] + [eos_id] for source, _ in pairs]
            tgt = [[bos_id] + [vocab.get(c, 3) for c in target] + [eos_id] for _, target in pairs]
            return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
    """),
    means="`<unk>` has the number 3 in your code. The vocabulary says which number it has.",
    try_next='What does your code give where `vocab["<unk>"]` is 9?',
    hint='`vocab.get(c, vocab["<unk>"])`, or your `encode`.',
)

mistakes.add(
    "unknown-dropped",
    edit("usual", {
        "encode(list(source), vocab)": "[vocab[c] for c in source if c in vocab]",
        "encode(list(target), vocab)": "[vocab[c] for c in target if c in vocab]",
    }),
    means="Unknown characters are left out.",
    try_next='How long should the source of "axb" be?',
    hint='`vocab["<unk>"]`.',
)

mistakes.harmless(kind="detach", because="ids carry no gradient")
mistakes.harmless("list(source) -> source", because="a str gives its characters as its list does")
mistakes.harmless("list(target) -> target", because="a str gives its characters as its list does")
