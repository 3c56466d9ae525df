def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    rows = []
    with torch.no_grad():
        said = [[] for _ in src]
        for step in range(max_len):
            if all(s and s[-1] == eos_id for s in said):
                break
            width = max(map(len, said))
            tgt = torch.tensor([[bos_id] + s + [pad_id] * (width - len(s)) for s in said], device=src.device)
            best = model(src, tgt).argmax(-1)
            for s, row in zip(said, best):
                if not (s and s[-1] == eos_id):
                    s.append(row[len(s)].item())
    model.train(mode)
    width = max(map(len, said))
    return torch.tensor([s + [pad_id] * (width - len(s)) for s in said], device=src.device)
