"""changes-its-argument"""


def pad_batch(sequences: list[list[int]], pad_id: int) -> Tensor:
    if len(sequences) == 0:
        raise ValueError("sequences must not be empty")
    longest = max(len(s) for s in sequences)
    rows = list(sequences)
    for row in rows:
        row.extend([pad_id] * (longest - len(row)))
    return torch.tensor(rows, dtype=torch.long)
