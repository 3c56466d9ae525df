"""The predictions of notebook 07a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="no_causal_mask",
        text="Leave out the causal mask and train. What happens to the loss, and to decoding?",
        answer="loss falls, decoding fails",
        choices={
            "loss falls, decoding fails": "The decoder reads the label from the future. When it must speak for itself there is no future to read.",
            "both get better": "The loss does. But at decoding time the future is not there to be read.",
            "both get worse": "The loss gets better: the answer stands in plain sight.",
        },
    ),
)
