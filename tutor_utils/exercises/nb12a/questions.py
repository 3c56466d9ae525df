"""The predictions of notebook 12a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="loss_on_all",
        text="300 chats, and the loss asks for the questions too, not for the answers alone. How "
        "many answers are right afterwards?",
        answer="about as many",
        choices={
            "about as many": "Three draws of each overlap.",
            "more": "The words of the questions are drawn at random: there is little in them to "
            "learn.",
            "fewer": "The questions take a part of the loss, and yet it does no harm here.",
        },
    ),
    Question(
        id="chats_alone",
        text="An untrained model learns from 300 chats, a trained one from 3. The untrained one is:",
        answer="worse",
        choices={
            "worse": "The trained model has its skills from the texts, and learns a form. The other "
            "has to learn the skills as well.",
            "as good": "A hundred times as many chats are not enough: it has to learn the skills too.",
            "better": "The trained model has read 33,600 texts, and knows all four skills.",
        },
    ),
)
