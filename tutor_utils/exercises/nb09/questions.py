"""The predictions of notebook 09."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="distance_by_hand",
        text="From `2021-03-03` to `2012-03-03`: how many characters must be inserted, deleted or replaced?",
        answer=2,
        choices={
            2: "Replace 2 by 1 and 1 by 2. To swap two neighbours is no single change here.",
            1: "To swap two neighbours counts as two changes here.",
            4: "Count the places that differ.",
        },
        otherwise="Write one below the other, and count the places that differ.",
    ),
    Question(
        id="clipped_match",
        text="Candidate: the the the. Reference: the cat sat. How many of its three words match?",
        answer=1,
        choices={
            1: "The reference has one `the`, so one may match. The count is clipped.",
            3: "Then saying `the` again and again would be a perfect translation.",
            0: "One `the` stands in the reference.",
        },
        otherwise="Each word of the reference can be matched once.",
    ),
    Question(
        id="ambiguous_date",
        text="`3/4/05` is a short form in English and in Spanish, and means two dates. What does greedy decoding give?",
        answer="one of the two",
        choices={
            "one of the two": "It takes the likelier first digit that differs, and never comes back. Beam search keeps both.",
            "both": "Greedy decoding keeps one text alone.",
            "an error": "A model always says something.",
        },
    ),
)
