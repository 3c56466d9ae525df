"""The predictions of notebook 05a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="einsum_merge",
        text='torch.einsum("bhqk,bhkd->bqhd", weights, v): which steps are in this one line?',
        answer="weighted sum and transpose",
        choices={
            "weighted sum and transpose": "k is summed over: the weighted sum. And h stands after "
            "q: that is the transpose of the merge.",
            "weighted sum alone": "k is summed over, yes. But look at the order after the arrow: "
            "h stands after q.",
        },
    ),
)
