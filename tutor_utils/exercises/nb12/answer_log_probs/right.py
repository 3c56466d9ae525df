# --- usual
def answer_log_probs(logits, labels):
    log_p = logits.log_softmax(dim=-1)
    counts = labels != -100
    said = log_p.gather(-1, labels.clamp_min(0)[..., None])[..., 0]
    return (said * counts).sum(dim=1)


# --- cross_entropy
def answer_log_probs(logits, labels):
    losses = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=-100, reduction="none")
    return -losses.sum(1)


# --- loop
def answer_log_probs(logits, labels):
    log_p = torch.log_softmax(logits, -1)
    out = []
    for row, wanted in zip(log_p, labels):
        keep = wanted != -100
        out.append(row[keep, wanted[keep]].sum())
    return torch.stack(out)


# --- masked
def answer_log_probs(logits, labels):
    mask = labels == -100
    safe = labels.masked_fill(mask, 0)
    picked = torch.gather(F.log_softmax(logits, dim=2), 2, safe.unsqueeze(2)).squeeze(2)
    return picked.masked_fill(mask, 0.0).sum(-1)
