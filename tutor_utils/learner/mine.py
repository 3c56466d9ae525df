"""``mine`` and ``package``: the learner's own code of earlier exercises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import exercises
from ..course import learner_package, loaders, store


def mine(*names: str, own: bool = True) -> Any:
    """Your own answers to earlier exercises; the course's where yours have not passed yet.

    ``split_heads, merge_heads = mine("split_heads", "merge_heads")``. Prints which are yours.
    ``own=False`` gives the course's answers, which then use only the course's.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    if not names:
        raise exercises.UnknownName('mine() needs at least one name: mine("split_heads").')
    found: list[Any] = []
    owners: dict[str, list[str]] = {"yours": [], "the course's": []}
    for name in names:
        if own:
            answer = learner_package.load_answer(name)
        else:
            value = learner_package.course_answer(name, own=False)
            answer = learner_package.LoadedAnswer(value, is_learners=False)
        value = answer.value if answer.is_learners else loaders.fits_any(name, answer.value)
        found.append(value)
        remark = f" ({answer.remark})" if answer.remark else ""
        owners["yours" if answer.is_learners else "the course's"].append(name + remark)
    print(" | ".join(f"{owner}: {', '.join(who)}" for owner, who in owners.items() if who))
    return found[0] if len(found) == 1 else tuple(found)


def package() -> Path:
    """Complete the package ``my_transformer`` with the course's answers, and print which are yours.

    Optional exercises are in it only if they are yours. Returns its folder. The package can be
    imported outside the course.
    """
    own = learner_package.complete()
    every = sum(not entry.optional for entry in exercises.entries())
    print(f"{store.NAME}: {len(own)} of {every} parts are yours, the others are the course's.")
    return store.folder()
