"""What goes wrong in `encode`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "unknown-dropped",
    edit("usual", {
        """
            else:
                ids.append(vocab["<unk>"])
        """: "",
    }),
    means="""Unknown words were left out. The sentence is now shorter, and all later words stand
    at a wrong place.""",
    try_next="How many ids should three tokens give, when one of them is unknown?",
    hint="Every token gives one id.",
)

mistakes.add(
    "id-zero-taken-for-missing",
    edit("unk_first", {'(token, vocab["<unk>"])': '(token) or vocab["<unk>"]'}),
    means="""A token whose id is 0 gets the id of `<unk>`: `or`, like `if`, takes the number 0 for
    nothing.""",
    try_next="What is `0 or 5` in Python? Ask whether the token is in the vocabulary.",
    hint="`token in vocab`, or `vocab.get(token, ...)`, tell 0 from a missing token.",
)

mistakes.add(
    "missing-unk-passes",
    edit("usual", {'(vocab["<unk>"])': '(vocab.get("<unk>"))'}),
    means="The vocabulary has no `<unk>`, and your code goes on silently.",
    try_next="What does your lookup of `<unk>` give where it is not there?",
    hint="Let the lookup of `<unk>` raise the KeyError.",
    fails="refuses",
)

mistakes.add(
    "unk-id-fixed",
    edit("usual", {'vocab["<unk>"]': "1"}),
    means="Unknown words became 1, whatever the vocabulary says.",
    try_next="""Where does the number for `<unk>` come from in your code? Another vocabulary may
    give it another one.""",
    hint='Look it up: `vocab["<unk>"]`.',
)

mistakes.add(
    "unknown-becomes-pad",
    edit("usual", {'vocab["<unk>"]': "0"}),
    means="""Unknown words became 0, the pad. A pad is hidden by the mask, so the model never
    learns that a word stood there.""",
    try_next="Which id stands for a word that is not in the vocabulary?",
    hint="Use the id of `<unk>`.",
)

mistakes.add(
    "unknown-raises",
    edit("usual", {
        """
            if token in vocab:
                ids.append(vocab[token])
            else:
                ids.append(vocab["<unk>"])
        """: """
            ids.append(vocab[token])
        """,
    }),
    means="An unknown word stopped the program, though the vocabulary has `<unk>`.",
    try_next="What should happen to a token that the vocabulary does not hold?",
    hint="Use `<unk>` for words that are not there.",
    raises=r"KeyError: .*\b(ship|x|y)\b",
)
