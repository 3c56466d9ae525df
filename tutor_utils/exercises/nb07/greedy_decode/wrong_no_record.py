"""ended-rows-not-remembered

You look at the newest tokens alone. A row that said eos earlier speaks on, and the loop ends only
where all rows say eos in the same step.
Try: Row 0 says eos at step 1, row 1 at step 4. What tells your code at step 4 that row 0 has ended?
Hint: Keep a flag for each row: `finished = finished | (token == eos_id)`.
"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        for _ in range(max_len):
            token = model.decode(out, memory, src_mask)[:, -1].argmax(-1)
            out = torch.cat([out, token[:, None]], dim=1)
            if (token == eos_id).all():
                break
    model.train(was_training)
    return out[:, 1:]
