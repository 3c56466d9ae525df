"""finished-forgotten"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        said = torch.full((len(src), 1), bos_id, device=src.device)
        for _ in range(max_len):
            token = model.decode(said, memory, src_mask)[:, -1].argmax(-1)
            token = torch.where(said[:, -1] == eos_id, pad_id, token)
            said = torch.cat([said, token[:, None]], 1)
            if (said == eos_id).any(1).all():
                break
    model.train(was_training)
    return said[:, 1:]
