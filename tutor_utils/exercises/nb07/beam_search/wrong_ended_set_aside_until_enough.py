"""ended-set-aside"""


def beam_search(
    model: nn.Module,
    src: Tensor,
    beam: int,
    max_len: int,
    bos_id: int,
    eos_id: int,
    pad_id: int,
    length_penalty: float,
) -> Tensor:
    if beam < 1:
        raise ValueError(f"beam has to be a strictly positive integer, but is {beam}")

    def norm(sum_logprobs: float, length: int) -> float:
        return sum_logprobs / ((5 + length) / 6) ** length_penalty

    mode = model.training
    model.eval()
    decoded = []
    with torch.no_grad():
        for b in range(src.shape[0]):
            memory, src_mask = model.encode(src[b : b + 1])
            alive = [(0.0, [])]
            finished = []
            for step in range(max_len):
                next_scores = []
                for sum_logprobs, hyp in alive:
                    input_ids = torch.tensor([[bos_id, *hyp]], device=src.device)
                    logits = model.decode(input_ids, memory, src_mask)
                    log_p = logits[0, -1].log_softmax(-1).tolist()
                    next_scores += [(sum_logprobs + lp, [*hyp, i]) for i, lp in enumerate(log_p)]
                next_scores.sort(key=lambda pair: pair[0], reverse=True)
                alive = []
                for sum_logprobs, hyp in next_scores:
                    if hyp[-1] == eos_id:
                        finished.append((norm(sum_logprobs, len(hyp)), hyp))
                    else:
                        alive.append((sum_logprobs, hyp))
                    if len(alive) == beam:
                        break
                if len(finished) >= beam or not alive:
                    break
            if len(finished) < beam:
                finished += [(norm(s, len(h)), h) for s, h in alive]
            decoded.append(max(finished, key=lambda pair: pair[0])[1])
    model.train(mode)
    sent_max_len = max(len(hyp) for hyp in decoded)
    out = torch.full((len(decoded), sent_max_len), pad_id, dtype=torch.long, device=src.device)
    for i, hyp in enumerate(decoded):
        out[i, : len(hyp)] = torch.tensor(hyp, device=src.device)
    return out
