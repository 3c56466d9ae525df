def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    rows = []
    with torch.inference_mode():
        for s in src:
            memory, mask = model.encode(s[None])
            said = [bos_id]
            while len(said) <= max_len:
                logits = model.decode(torch.tensor([said], device=src.device), memory, mask)
                said.append(int(logits[0, -1].argmax()))
                if said[-1] == eos_id:
                    break
            rows.append(said[1:])
    model.train(mode)
    width = max(map(len, rows))
    return torch.tensor([r + [pad_id] * (width - len(r)) for r in rows], device=src.device)
