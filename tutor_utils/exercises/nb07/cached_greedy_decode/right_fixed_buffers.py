# Keys and values in buffers of max_len, filled from the left; batch rows leave when they end.
@torch.inference_mode()
def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was = model.training
    model.eval()
    try:
        memory, src_mask = model.encode(src)
        layers, B = model.decoder.layers, len(src)
        h = layers[0].self_attention.num_heads
        d_k = memory.shape[-1] // h
        keys = memory.new_zeros(len(layers), B, h, max_len, d_k)
        values = torch.zeros_like(keys)
        fixed = [[w(memory).view(B, -1, h, d_k).transpose(1, 2) for w in (l.cross_attention.w_k, l.cross_attention.w_v)] for l in layers]
        readable = torch.zeros(B, 1, 1, max_len, dtype=torch.bool, device=src.device)
        out = src.new_full((B, max_len), pad_id)
        token, live = src.new_full((B,), bos_id), torch.arange(B, device=src.device)
        for t in range(max_len):
            readable[live, 0, 0, t] = token != pad_id
            x = model.target.tokens(token[:, None]) + model.target.positions[t]
            for i, layer in enumerate(layers):
                n, a, c = layer.norms, layer.self_attention, layer.cross_attention

                def heads(y):
                    return y.view(len(live), 1, h, d_k).transpose(1, 2)

                def own(y):
                    keys[i, live, :, t] = heads(a.w_k(y))[:, :, 0]
                    values[i, live, :, t] = heads(a.w_v(y))[:, :, 0]
                    return read(a, y, keys[i, live], values[i, live], readable[live])

                def cross(y):
                    return read(c, y, fixed[i][0][live], fixed[i][1][live], src_mask[live])

                def read(att, y, k, v, mask):
                    got = F.scaled_dot_product_attention(heads(att.w_q(y)), k, v, attn_mask=mask)
                    return att.w_o(got.transpose(1, 2).reshape(len(live), 1, -1))

                for norm, part in zip(n, (own, cross, layer.feed_forward)):
                    x = x + part(norm(x)) if layer.norm_first else norm(x + part(x))
            token = model.output(model.decoder.norm(x))[:, 0].argmax(-1)
            out[live, t] = token
            going = token != eos_id
            live, token = live[going], token[going]
            if not len(live):
                break
        return out.clone()
    finally:
        model.train(was)
