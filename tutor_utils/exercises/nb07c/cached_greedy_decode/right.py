# --- inputs_kept
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


# --- usual
def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    def project(attention, x):
        return [split_heads(w(x), attention.num_heads) for w in (attention.w_k, attention.w_v)]

    def attend_kept(attention, y, kept, mask):
        query = split_heads(attention.w_q(y), attention.num_heads)
        return attention.w_o(merge_heads(masked_attend(query, *kept, mask)[0]))

    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        layers = model.decoder.layers
        crossed = [project(layer.cross_attention, memory) for layer in layers]
        kept = [project(layer.self_attention, memory[:, :0]) for layer in layers]  # still empty
        said = torch.full((len(src), 1), bos_id, device=src.device)
        finished = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            mask = padding_mask(said, pad_id)  # (B, 1, 1, steps so far)
            x = model.target(said)[:, -1:]  # (B, 1, d_model): the newest token, at its place
            for i, layer in enumerate(layers):
                before = layer.norms if layer.norm_first else [nn.Identity()] * 3
                after = [nn.Identity()] * 3 if layer.norm_first else layer.norms
                y = before[0](x)
                new = project(layer.self_attention, y)  # (B, h, 1, d_k) each
                kept[i] = [torch.cat(pair, dim=2) for pair in zip(kept[i], new, strict=True)]
                x = after[0](x + attend_kept(layer.self_attention, y, kept[i], mask))
                y = before[1](x)
                x = after[1](x + attend_kept(layer.cross_attention, y, crossed[i], src_mask))
                x = after[2](x + layer.feed_forward(before[2](x)))
            token = model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1)  # (B,)
            token = token.masked_fill(finished, pad_id)
            said = torch.cat([said, token[:, None]], dim=1)
            finished |= token == eos_id
            if finished.all():
                break
    model.train(was_training)
    return said[:, 1:]
