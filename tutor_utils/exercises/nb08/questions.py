"""The predictions of notebook 08."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="second_merge",
        text="The words are now `▁a a`, `▁a b`, `▁a b`. Which pair is joined next?",
        answer="▁a b",
        choices={
            "▁a b": "It comes twice, `▁a a` once. That `▁a` is a merge itself does not matter: it is a token now.",
            "a b": "`a` no longer stands alone in `ab`: it is part of the token `▁a`.",
            "▁a a": "It comes once, in the first word.",
        },
    ),
)
