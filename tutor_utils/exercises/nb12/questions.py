"""The predictions of notebook 12."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="cost_of_a_wish",
        text="A trained translator gets 120 more steps, on short Spanish dates alone. Of ten old "
        "dates, how many are still right?",
        answer="few",
        choices={
            "few": "Every weight moved for the new dates, and nothing in the loss asked for the "
            "old ones.",
            "about half": "It is far less. Every weight moved for the new dates, and nothing in "
            "the loss asked for the old ones.",
            "nearly all": "The weights are the same ones: what moved for the new dates is missing "
            "for the old ones.",
        },
    ),
    Question(
        id="adapter_and_memory",
        text="An adapter of rank 4 learns the new dates alone. It is on: how many old dates are "
        "right?",
        answer="as few",
        choices={
            "as few": "The frozen numbers are still there, but what the layers compute is changed. "
            "Switch the adapter off, and all is as before.",
            "about half": "A small correction is not a harmless one: it was trained on new dates "
            "alone, and it acts on all.",
            "nearly all": "The old numbers are frozen, yes. But the correction is added for old "
            "dates too, and nothing asked it to leave them alone.",
        },
    ),
    Question(
        id="what_must_change",
        text="A model that knows four skills learns to chat from 300 chats. Which part of it has "
        "to be trained?",
        answer="three rows of the table",
        choices={
            "three rows of the table": "The skills are there. What is new is where a question "
            "begins, where the answer begins, and where it ends: three tokens.",
            "the last layer": "The layers know the skills already. What they cannot know is the "
            "three new tokens: those are rows of the table.",
            "all": "It works, but it is not needed: see how few numbers are enough.",
        },
    ),
    Question(
        id="chosen_in_training",
        text="DPO for 100 steps: its loss falls far. The log-probability of the chosen answer:",
        answer="rises, then falls",
        choices={
            "rises, then falls": "At first the short answer takes over from the long one. Then both "
            "fall, the rejected one faster: the loss sees their difference alone.",
            "rises": "The loss asks that the chosen one gains more than the rejected one. Both may "
            "fall.",
            "falls": "Not at first: while the rejected answer has much probability to give away, "
            "the chosen one gets some of it.",
        },
    ),
)
