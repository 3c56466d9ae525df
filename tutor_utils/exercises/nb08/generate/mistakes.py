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
    "mode-not-given-back", *edits("usual", "model.train(was)", "model.train()", "pass")
)

mistakes.add(
    "reads-the-beginning",
    edit("usual", {"-model.max_len :": ": model.max_len"}),
    means="Beyond max_len the model reads the beginning of the text again and again, not its end.",
    try_next="Which tokens should the model see when the text is too long?",
    hint="`ids[:, -model.max_len :]`.",
)

mistakes.add(
    "beginning-cut-off",
    edit("usual", {
        """
            logits = model(ids[:, -model.max_len :])[:, -1]
        """: """
            ids = ids[:, -model.max_len :]
            logits = model(ids)[:, -1]
        """,
    }),
    means="""You cut the text itself to max_len, so its beginning is missing from what comes back.
    Only the model sees less; the answer keeps all ids.""",
    try_next="A text of 5 ids, a model that reads 3, 4 new ones: how many ids come back?",
    hint="`model(ids[:, -model.max_len :])`, and `ids` stays whole.",
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

mistakes.add("stays-in-training-mode", edit("usual", {"model.eval()": "pass"}))
