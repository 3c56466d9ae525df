"""The predictions of notebook 00a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="waiting",
        text="A text grows from 100 words to 1,000. You have as many processors as you like. How many times as long does a recurrent layer take?",
        answer=10,
        choices={
            1: "More processors do not help: each step needs the state that the step before has made.",
            10: "Each word is one step, and each step waits for the one before. Processors cannot change that.",
            100: "That is how the number of pairs of words grows. A recurrent layer looks at no pairs: it takes one step for each word.",
        },
    ),
)
