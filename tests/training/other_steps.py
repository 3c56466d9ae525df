"""Another training step in the place of the course's."""

from dataclasses import replace

from tutor_utils.course import answers
from tutor_utils.course.learner_package import course_text
from tutor_utils.training import Parts


def with_step(train_step) -> Parts:
    """All parts, with this step and the course's loop around it."""
    text, _ = course_text("train_model")
    own = {"train_step": train_step}
    train_model = answers.define("train_model", text, "<train_model>", parts=own)
    return replace(Parts(), train_step=train_step, train_model=train_model)
