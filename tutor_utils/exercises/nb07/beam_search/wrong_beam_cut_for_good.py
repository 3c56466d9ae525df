"""beam-cut-to-the-vocabulary

Where `beam` exceeds the vocabulary, you keep fewer hypotheses than `beam` in every step. Only the
first step has no more of them: in the second one each is continued by every id again.
Try: With 4 ids and beam 16, how many hypotheses are there after one step, and after two?
Hint: Take the smaller of `beam` and the number of ways for each step anew, and keep `beam` itself.
"""


@torch.no_grad()
def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam={beam} is below 1")
    mode = model.training
    model.eval()
    memory, mask = model.encode(src)
    best = []
    for row in range(len(src)):
        kept = [(0.0, 0.0, [])]  # (score, sum, tokens)
        for step in range(max_len):
            found = [hypothesis for hypothesis in kept if eos_id in hypothesis[2]]
            for _, total, tokens in kept:
                if eos_id in tokens:
                    continue
                said = torch.tensor([[bos_id, *tokens]], device=src.device)
                logits = model.decode(said, memory[row : row + 1], mask[row : row + 1])
                log_p = logits[0, -1].log_softmax(-1).tolist()
                beam = min(beam, len(log_p))
                for token, more in enumerate(log_p):
                    score = (total + more) / ((6 + step) / 6) ** length_penalty
                    found.append((score, total + more, [*tokens, token]))
            kept = sorted(found, reverse=True)[:beam]
        best.append(kept[0][2])
    model.train(mode)
    width = max(map(len, best))
    filled = [tokens + [pad_id] * (width - len(tokens)) for tokens in best]
    return torch.tensor(filled, dtype=torch.long, device=src.device)
