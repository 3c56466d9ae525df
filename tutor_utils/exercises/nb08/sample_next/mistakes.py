"""What goes wrong in `sample_next`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "top-p-not-sorted",
    edit("usual", {
        "p.sort(dim=-1, descending=True)": "p, torch.arange(p.shape[-1]).expand_as(p)",
    }),
    means="""You add up the probabilities in the order of the vocabulary. The largest come first,
    wherever they stand.""",
    try_next="Probabilities 0.1, 0.2 and 0.7 with top_p=0.5: which ids does your code keep?",
    hint="`p.sort(dim=-1, descending=True)` before `cumsum`.",
)

mistakes.add(
    "always-greedy",
    edit("usual", {
        "return torch.multinomial(p, 1, generator=generator)[:, 0]": "return p.argmax(dim=-1)",
    }),
    means="You take the likeliest id, also where the temperature is above 0. Nothing is drawn.",
    try_next="Call it ten times on even logits.",
    hint="`torch.multinomial(p, 1, generator=generator)`.",
)

mistakes.add(
    "generator-ignored",
    edit("usual", {", generator=generator": ""}),
    means="The generator that was given does not draw: another one does.",
    try_next="Look at the line that draws.",
    hint="`torch.multinomial(p, 1, generator=generator)`.",
)

mistakes.add(
    "negative-temperature-passes",
    edit("usual", {
        """
            if not (math.isfinite(temperature) and temperature >= 0):
                raise ValueError(f"temperature={temperature} must be 0 or more, and finite")
            if top_k is not None and top_k < 1:
                raise ValueError(f"top_k={top_k} must be at least 1")
            if top_p is not None and not 0 < top_p <= 1:
                raise ValueError(f"top_p={top_p} must be above 0 and at most 1")
        """: "",
    }),
    means="""A temperature below 0 is used as if it were good. It turns the logits round, so that
    the unlikeliest token comes most often.""",
    try_next="Draw with `temperature=-1.0`. Which token comes most often?",
    hint="`if temperature < 0: raise ValueError(...)`.",
)

mistakes.add(
    "temperature-ignored",
    edit("usual", {"logits = logits / temperature": ""}),
    means="The temperature changes nothing but greedy decoding.",
    try_next="Where do you divide by it, and is it the result that goes on?",
)

mistakes.add(
    "temperature-multiplied",
    edit("usual", {"logits /": "logits *"}),
    means="""You multiply by the temperature. A high temperature then makes the model surer, not
    freer.""",
    try_next="Which is more even, temperature 2 or temperature 0.5?",
    hint="`logits / temperature`.",
)

mistakes.add(
    "top-k-filled-with-zero",
    edit("usual", {"-math.inf": "0.0"}),
    means="""You set the other logits to 0. A logit of 0 is an ordinary number, and may even be
    the largest.""",
    try_next="What probability does a logit of 0 get?",
    hint="Fill with `-math.inf`.",
)

mistakes.add(
    "top-p-stops-too-early",
    edit("usual", {"- ranked": "", "before >= top_p": "(before > top_p) & (before > ranked)"}),
    means="""The id that reaches top_p is left out. The sum of what is kept should be at least
    top_p.""",
    try_next="Probabilities 0.40, 0.25, 0.18 and top_p=0.7: which ids add up to at least 0.7?",
    hint="Compare the sum of those BEFORE an id with top_p.",
)

mistakes.add(
    "top-p-as-a-threshold",
    edit("usual", {
        """
            ranked, order = p.sort(dim=-1, descending=True)
            before = ranked.cumsum(dim=-1) - ranked
            ranked = ranked.masked_fill(before >= top_p, 0.0)
            p = torch.zeros_like(p).scatter(-1, order, ranked)
        """: """
            p = p * ((p >= 1 - top_p) | (p == p.max(dim=-1, keepdim=True).values))
        """,
    }),
    means="You keep ids by their own probability. top_p is about the sum, from the largest on.",
    try_next="What does top_p=0.7 keep, if no id has 0.7?",
    hint="Sort, then `cumsum`.",
)

mistakes.harmless(kind="detach", because="an id carries no gradient")
mistakes.harmless(
    "logits.argmax(dim=-1) -> logits.argmax(dim=1)",
    because="the last of two axes is axis 1",
)
mistakes.harmless(
    "logits.softmax(dim=-1) -> logits.softmax(dim=1)",
    because="the last of two axes is axis 1",
)
mistakes.harmless(
    "p.sort(dim=-1, descending=True) -> p.sort(descending=True)",
    because="the last axis is PyTorch's default",
)
mistakes.harmless(
    "p.sort(dim=-1, descending=True) -> p.sort(dim=1, descending=True)",
    because="the last of two axes is axis 1",
)
mistakes.harmless(
    "ranked.cumsum(dim=-1) -> ranked.cumsum(dim=1)",
    because="the last of two axes is axis 1",
)
mistakes.harmless(
    "before >= top_p -> before > top_p",
    because="no sum of a real model is top_p to the last digit",
)
mistakes.harmless("torch.zeros_like(p) -> p", because="every place is written over")
mistakes.harmless(
    "torch.zeros_like(p).scatter(-1, order, ranked) -> torch.zeros_like(p).scatter(1, order, ranked)",
    because="the last of two axes is axis 1",
)
mistakes.harmless(
    "torch.multinomial(p, 1, generator=generator)[:, 0] -> torch.multinomial(p, 1, generator=generator)[:, -1]",
    because="there is one column",
)
