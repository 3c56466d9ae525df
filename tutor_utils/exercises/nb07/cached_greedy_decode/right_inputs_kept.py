# What keys and values are made of is kept, and they are made anew: half the memory, more work.
def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    with torch.no_grad():
        memory, mask = model.encode(src)
        h = model.decoder.layers[0].self_attention.num_heads
        cross = []
        for layer in model.decoder.layers:
            a = layer.cross_attention
            k = a.w_k(memory).unflatten(-1, (h, -1)).transpose(1, 2)
            cross.append((k, a.w_v(memory).unflatten(-1, (h, -1)).transpose(1, 2)))
        inputs = [None] * len(model.decoder.layers)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
        for t in range(max_len):
            x = model.target(out)[:, t : t + 1]
            for i, layer in enumerate(model.decoder.layers):
                pre = layer.norm_first
                n1, n2, n3 = layer.norms
                y = n1(x) if pre else x
                inputs[i] = y if t == 0 else torch.cat([inputs[i], y], 1)
                seen = (out != pad_id)[:, None, None]
                x = x + layer.self_attention(y, inputs[i], inputs[i], seen)[0]
                x = x if pre else n1(x)
                y = n2(x) if pre else x
                q = layer.cross_attention.w_q(y).unflatten(-1, (h, -1)).transpose(1, 2)
                k, v = cross[i]
                scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, float("-inf"))
                x = x + layer.cross_attention.w_o((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
                x = x if pre else n2(x)
                x = x + layer.feed_forward(n3(x) if pre else x)
                x = x if pre else n3(x)
            token = model.output(model.decoder.norm(x))[:, 0].argmax(-1).masked_fill(done, pad_id)
            out = torch.cat([out, token[:, None]], 1)
            done = done | (token == eos_id)
            if done.all():
                break
    model.train(mode)
    return out[:, 1:]
