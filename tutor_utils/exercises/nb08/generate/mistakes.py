"""What goes wrong in `generate`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "always-greedy",
    edit("usual", {"token = sample_next(logits, **sampling)": "token = logits.argmax(dim=-1)"}),
    means="""The largest logit is taken each time, whatever the options say: they do not reach
    `sample_next`, or only a temperature of 0 does.""",
    try_next="Who should choose the token, and with which options?",
    hint="`sample_next(logits, **sampling)`.",
)

mistakes.add(
    "mode-not-given-back",
    *edits("usual",
        """
            for part, mode in modes:
                part.training = mode
        """,
        """
            model.train()
        """,
        "",
    ),
)

mistakes.add(
    "logits-of-the-first-place",
    edit("usual", {"(ids[:, -model.max_len :])[:, -1]": "(ids[:, -model.max_len :])[:, 0]"}),
    means="You ask the first place. It knows only the first token.",
    try_next="Which place has read the whole text?",
    hint="`[:, -1]`.",
)

mistakes.add(
    "reads-the-beginning",
    edit("usual", {"-model.max_len :": ": model.max_len"}),
    means="Beyond max_len the model reads the beginning of the text again and again, not its end.",
    try_next="Which tokens should the model see when the text is too long?",
    hint="`ids[:, -model.max_len :]`.",
)

mistakes.add(
    "reads-the-newest-alone",
    edit("usual", {"-model.max_len :": "-1:"}),
    means="The model reads only the newest token. It then knows nothing of what came before.",
    try_next="Print what you give to the model in the third step.",
    hint="`ids[:, -model.max_len :]`.",
)

mistakes.add(
    "options-dropped",
    edit("usual", {"logits, **sampling": "logits"}),
    means="""The options do not reach `sample_next`: temperature, top_k, top_p and generator
    change nothing.""",
    try_next="What does `**sampling` hold, and who reads it?",
    hint="`sample_next(logits, **sampling)`.",
)

mistakes.add(
    "stays-in-training-mode",
    edit("usual", {"model.eval()": ""}),
)
