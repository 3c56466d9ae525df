"""What goes wrong in `sample_next`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "top-p-not-sorted",
    code("""
        import math


        def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
            if temperature < 0:
                raise ValueError(f"temperature={temperature} must be 0 or more")
            if temperature == 0:
                return logits.argmax(dim=-1)
            logits = logits / temperature
            if top_k is not None:
                least = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < least, -math.inf)
            p = logits.softmax(dim=-1)
            if top_p is not None:
                before = p.cumsum(dim=-1) - p
                p = p.masked_fill(before >= top_p, 0.0)
            return torch.multinomial(p, 1, generator=generator)[:, 0]
    """),
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
    edit("usual", {
        """
            p = logits.softmax(dim=-1)
        """: """
            p = logits.softmax(dim=-1)
            if top_p is None:
                return p.argmax(dim=-1)
        """,
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
    "temperature-behind-the-softmax",
    edit("usual", {
        "logits = logits / temperature": "",
        "softmax(dim=-1)": "softmax(dim=-1) / temperature",
    }),
    means="""You divide the probabilities by the temperature. Drawn by their shares, they are the
    same as before.""",
    try_next="Does dividing 0.4 and 0.2 by 2 change which one comes more often?",
    hint="Divide the logits, before the softmax.",
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
    "top-p-before-top-k",
    edit("usual", {
        """
            if top_k is not None:
                least = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                logits = logits.masked_fill(logits < least, -math.inf)
        """: """
            q = logits.softmax(dim=-1)
        """,
        """
            return torch.multinomial(p, 1, generator=generator)[:, 0]
        """: """
            if top_k is not None:
                least = q.topk(min(top_k, q.shape[-1])).values[:, -1:]
                p = p.masked_fill(q < least, 0.0)
            return torch.multinomial(p, 1, generator=generator)[:, 0]
        """,
    }),
    means="""top_p looks at all ids. The contract lets top_k choose first, takes the softmax of
    these, and then applies top_p.""",
    try_next="""Probabilities 0.40, 0.25, 0.18 are what top_k=3 leaves. What is their share after
    the softmax?""",
    hint="`masked_fill` with -inf for top_k, then softmax, then top_p.",
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
    "top-p-smallest-first",
    edit("usual", {"descending=True": "descending=False"}),
    means="You add up from the smallest probability, so the likely ids are thrown out.",
    try_next="Print the sorted probabilities.",
    hint="`sort(descending=True)`.",
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
