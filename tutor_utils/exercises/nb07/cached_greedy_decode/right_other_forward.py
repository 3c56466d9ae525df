# The attentions get a forward with a memory, and the course's decoder does the rest.
def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    def remember(attention):
        kept = []

        def forward(query, key, value, mask=None):
            if query is key or not kept:
                new = [split_heads(attention.w_k(key), attention.num_heads)]
                new += [split_heads(attention.w_v(value), attention.num_heads)]
                kept[:] = [torch.cat(p, 2) for p in zip(kept, new)] if kept else new
            q = split_heads(attention.w_q(query), attention.num_heads)
            out, weights = masked_attend(q, *kept, mask)
            return attention.w_o(merge_heads(out)), weights

        attention.forward = forward

    parts = [m for m in model.decoder.modules() if hasattr(m, "w_q")]
    was_training = model.training
    model.eval()
    try:
        for part in parts:
            remember(part)
        with torch.no_grad():
            memory, src_mask = model.encode(src)
            said = torch.full((len(src), 1), bos_id, device=src.device)
            finished = torch.zeros(len(src), dtype=torch.bool, device=src.device)
            for _ in range(max_len):
                x = model.target(said)[:, -1:]
                x = model.decoder(x, memory, padding_mask(said, pad_id), src_mask)[0]
                token = model.output(x)[:, -1].argmax(-1).masked_fill(finished, pad_id)
                said = torch.cat([said, token[:, None]], 1)
                finished |= token == eos_id
                if finished.all():
                    break
        return said[:, 1:]
    finally:
        for part in parts:
            del part.forward
        model.train(was_training)
