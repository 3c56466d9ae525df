# --- usual
def chat_batch(chats, pad_id, everything=False):
    rows = []
    for prompt, answer in chats:
        if not answer:
            raise ValueError(f"answer={answer} is empty")
        whole = prompt + answer
        labels = whole[1:] if everything else [-100] * (len(prompt) - 1) + answer
        rows.append((whole[:-1], labels))
    longest = max(len(ids) for ids, _ in rows)
    ids = [row + [pad_id] * (longest - len(row)) for row, _ in rows]
    labels = [row + [-100] * (longest - len(row)) for _, row in rows]
    return torch.tensor(ids), torch.tensor(labels)


# --- full
def chat_batch(chats, pad_id, everything=False):
    L = max(len(p) + len(a) for p, a in chats)
    ids = torch.full((len(chats), L), pad_id, dtype=torch.long)
    labels = torch.full((len(chats), L), -100, dtype=torch.long)
    for i, (p, a) in enumerate(chats):
        if len(a) == 0:
            raise ValueError(f"chat {i} has an empty answer")
        n = len(p) + len(a)
        ids[i, :n] = torch.tensor(p + a)
        start = 0 if everything else len(p)
        labels[i, start:n] = ids[i, start:n]
        ids[i, n - 1] = pad_id
    return ids[:, :-1], labels[:, 1:]


# --- pad_sequence
def chat_batch(chats, pad_id, everything=False):
    ids, labels = [], []
    for prompt, answer in chats:
        if len(answer) < 1:
            raise ValueError("an answer is empty")
        row = torch.tensor(list(prompt) + list(answer))
        target = row[1:].clone()
        if not everything:
            target[: len(prompt) - 1] = -100
        ids.append(row[:-1])
        labels.append(target)
    pad = nn.utils.rnn.pad_sequence
    return pad(ids, batch_first=True, padding_value=pad_id), pad(labels, batch_first=True, padding_value=-100)
