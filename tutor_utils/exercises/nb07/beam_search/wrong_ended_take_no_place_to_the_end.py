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
        raise ValueError(f"beam has to be at least 1 and not beam={beam}")

    def norm(total: float, length: int) -> float:
        return total / ((5 + length) / 6) ** length_penalty

    was_training = model.training
    model.eval()
    answers = []
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        for b in range(len(src)):
            running = [(0.0, [])]
            finished = []
            for _ in range(max_len):
                n = len(running)
                tgt = torch.tensor([[bos_id, *ids] for _, ids in running], device=src.device)
                logits = model.decode(
                    tgt,
                    memory[b : b + 1].expand(n, *memory.shape[1:]),
                    src_mask[b : b + 1].expand(n, *src_mask.shape[1:]),
                )
                log_p = logits[:, -1].log_softmax(dim=-1)
                log_p = log_p + torch.tensor([[s] for s, _ in running], device=log_p.device)
                # 2 * beam, so that at least beam of them are not eos
                best = log_p.flatten().topk(min(2 * beam, log_p.numel()))
                going_on = []
                for rank, flat in enumerate(best.indices.tolist()):
                    total = best.values[rank].item()
                    row, token = divmod(flat, log_p.shape[1])
                    ids = [*running[row][1], token]
                    if token == eos_id:
                        if rank < beam:
                            finished.append((norm(total, len(ids)), ids))
                    elif len(going_on) < beam:
                        going_on.append((total, ids))
                running = going_on
                if not running:
                    break
            else:
                finished += [(norm(total, len(ids)), ids) for total, ids in running]
            answers.append(max(finished)[1] if finished else running[0][1])
    model.train(was_training)
    width = max(map(len, answers))
    out = torch.full((len(src), width), pad_id, dtype=torch.long, device=src.device)
    for b, ids in enumerate(answers):
        out[b, : len(ids)] = torch.tensor(ids, dtype=torch.long)
    return out
