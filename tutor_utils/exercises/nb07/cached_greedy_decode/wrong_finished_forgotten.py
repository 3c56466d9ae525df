"""finished-forgotten"""


def cached_greedy_decode(
    model: nn.Module, src: Tensor, max_len: int, bos_id: int, eos_id: int, pad_id: int
) -> Tensor:
    def project(attention: nn.Module, x: Tensor) -> list[Tensor]:
        return [split_heads(w(x), attention.num_heads) for w in (attention.w_k, attention.w_v)]

    def attend_kept(attention: nn.Module, y: Tensor, kept: list[Tensor], mask: Tensor) -> Tensor:
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
            finished = token == eos_id
            if finished.all():
                break
    model.train(was_training)
    return said[:, 1:]
