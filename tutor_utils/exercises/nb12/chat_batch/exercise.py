"""Chats as padded ids and labels."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused

Chats = list[tuple[list[int], list[int]]]


def truth(chats: Chats, pad_id: int, everything: bool = False) -> tuple[Tensor, Tensor]:
    """(ids, labels), filled id by id."""
    longest = max(len(prompt) + len(answer) for prompt, answer in chats) - 1
    ids = torch.full((len(chats), longest), pad_id)
    labels = torch.full((len(chats), longest), -100)
    for row, (prompt, answer) in enumerate(chats):
        tokens = prompt + answer
        for place in range(len(tokens) - 1):
            ids[row, place] = tokens[place]
            if everything or place + 1 >= len(prompt):
                labels[row, place] = tokens[place + 1]
    return ids, labels


def trials(inputs: Inputs) -> list[Trial]:
    """One chat, several, then answers that end with the pad id."""

    def words(count: int) -> list[int]:
        return inputs.integers(3, 30, count).tolist()

    def chats(*lengths: tuple[int, int], end: int = 2) -> Chats:
        return [(words(p), [*words(a - 1), end]) for p, a in lengths]

    return [
        Trial("one chat", ([([5, 6, 7], [8, 2])], 0)),
        Trial("two chats", (chats((3, 2), (2, 5)), 0)),
        Trial("a longer prompt, a shorter answer", (chats((5, 1), (2, 3), (1, 2)), 0)),
        Trial("prompts of one id", (chats((1, 3), (1, 1)), 0)),
        Trial("pad_id=7", (chats((2, 2), (4, 3)), 7)),
        Trial("the end has the number of the pad", (chats((3, 2), (2, 5), end=0), 0)),
        Trial("everything", (chats((3, 2), (2, 5)), 0, True)),
        Trial("everything, one chat", (chats((4, 3), end=9), 9, True)),
        refused("an empty answer", [([5, 6], [8, 2]), ([4, 3], [])], 0, mentions=("answer",)),
    ]


def small(inputs: Inputs, B: int, P: int, A: int, everything: int) -> Trial:
    """Small numbers; the last chat is shorter by one."""
    rows = [(P, A), *[(max(1, P - 1), A)] * (B - 1)]
    chats = [
        (inputs.integers(3, 9, p).tolist(), [*inputs.integers(3, 9, a - 1).tolist(), 2])
        for p, a in rows
    ]
    return Trial("", (chats, 0, bool(everything)))


exercise = Exercise(
    trials,
    call="chat_batch(chats, pad_id, everything)",
    truth=truth,
    output_names=("ids", "labels"),
    axes=("B L-1", "B L-1"),
    criteria={"refuses": "refuses an empty answer"},
    smallest=SizeGrid({"B": (1, 2), "P": (1, 2, 3), "A": (1, 2), "everything": (0, 1)}, small),
)
