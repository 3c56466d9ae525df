"""What goes wrong in `generate_cached`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "reads-all-again",
    edit("usual", {"logits, cache = model(unread, cache)": "logits, cache = model(ids, None)"}),
    means="""Your model reads the whole text at every step, as in `generate`. The cache holds what
    it read already: only the newest id is to go in.""",
    try_next="How long is what you give to the model in the third step?",
    hint="`model(unread, cache)`, where unread is the one new id.",
)

mistakes.add(
    "reads-all-behind-the-cache",
    edit("usual", {"model(unread, cache)": "model(ids, cache)"}),
    means="""The model gets the whole text AND the cache of it: it reads every id twice, at places
    where nothing stands.""",
    try_next="Which ids are in the cache already?",
    hint="`model(unread, cache)`, where unread is the one new id.",
)

mistakes.add(
    "cache-not-passed",
    edit("usual", {"logits, cache = model(unread, cache)": "logits, cache = model(unread)"}),
    edit("transformers", {"ids if past_key_values is None else ids[:, -1:]": "ids[:, -1:]"}),
    means="The model gets the newest id, and the text before it is in no cache.",
    try_next="What does the model know in the first step, and what in the second?",
    hint="All ids first, then `model(unread, cache)`.",
)

mistakes.add(
    "last-id-read-twice",
    edit("transformers", {"past_key_values = None": "past_key_values = model(ids)[1]"}),
    means="The cache holds the whole text, and its last id goes in once more.",
    try_next="Which ids are in the cache when your loop begins?",
    hint="Use the logits that came with the first cache.",
)

mistakes.add(
    "logits-of-all-places",
    edit("usual", {"logits[:, -1], **": "logits, **"}),
    means="`sample_next` takes the logits of one place, (B, V). You hand over those of all places.",
    try_next="Which place has read the whole text?",
    hint="`logits[:, -1]`.",
)

mistakes.add(
    "logits-of-the-first-place",
    edit("usual", {"logits[:, -1]": "logits[:, 0]"}),
    means="You ask the first place. In the first step it knows one id of the text.",
    try_next="Which place has read the whole text?",
    hint="`logits[:, -1]`.",
)

mistakes.add(
    "always-greedy",
    edit("usual", {"sample_next(logits[:, -1], **sampling)": "logits[:, -1].argmax(-1)"}),
    means="The largest logit is taken each time, whatever the options say.",
    try_next="Who should choose the id, and with which options?",
    hint="`sample_next(logits[:, -1], **sampling)`.",
)

mistakes.add(
    "options-dropped",
    edit("usual", {"logits[:, -1], **sampling": "logits[:, -1]"}),
    means="""The options do not reach `sample_next`: temperature, top_k, top_p and generator
    change nothing.""",
    try_next="What does `**sampling` hold, and who reads it?",
    hint="`sample_next(logits[:, -1], **sampling)`.",
)

mistakes.add(
    "only-the-new-ids",
    edit("usual", {"return ids": "return ids[:, ids.shape[1] - max_new :]"}),
    edit("usual", {
        "unread, cache = ids, None": "unread, cache, new = ids, None, []",
        "ids = torch.cat([ids, unread], dim=1)": "new.append(unread)",
        "return ids": "return torch.cat(new, dim=1)",
    }),
    means="""You give back new ids alone, or the newest one. The contract asks for the text and the
    new ids.""",
    try_next="Compare the width of your result with L + max_new.",
)

mistakes.add(
    "stays-in-training-mode",
    edit("usual", {"model.eval()": ""}),
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
    "with-gradients",
    edit("usual", {"with torch.no_grad():": "if True:"}),
    means="Gradients are recorded while the model speaks. That costs memory with every id.",
    try_next="Which line turns gradients off?",
    hint="`with torch.no_grad():` around the loop.",
)
