# --- usual
def copy_into(places, given):
    for name in sorted(places.keys() ^ given.keys()):
        what = "is missing" if name in places else "has no place in this model"
        raise ValueError(f"{name} {what}")
    for name, place in places.items():
        if given[name].shape != place.shape:
            raise ValueError(f"{name}: {tuple(given[name].shape)}, not {tuple(place.shape)}")
    with torch.no_grad():
        for name, place in places.items():
            place.copy_(given[name])


def published_positions(length, d_model):
    half = d_model // 2
    speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
    angle = (torch.arange(length)[:, None] + 2) * speed
    return torch.cat([angle.sin(), angle.cos()], dim=1)


def load_m2m100(tensors, model: Transformer):
    over = ("embed_tokens.weight", "embed_positions.weights", "lm_head.weight")
    given = {name.removeprefix("model."): t for name, t in tensors.items() if not name.endswith(over)}
    parts = {"encoder.layer_norm": model.encoder.norm, "decoder.layer_norm": model.decoder.norm}

    def expect(at, attentions, norms, feed_forward):
        for (name, own), norm in zip(attentions.items(), norms):
            parts[f"{at}{name}.q_proj"], parts[f"{at}{name}.k_proj"] = own.w_q, own.w_k
            parts[f"{at}{name}.v_proj"], parts[f"{at}{name}.out_proj"] = own.w_v, own.w_o
            parts[f"{at}{name}_layer_norm"] = norm
        parts[f"{at}fc1"], parts[f"{at}fc2"] = feed_forward.wide, feed_forward.narrow
        parts[f"{at}final_layer_norm"] = norms[-1]

    for i, layer in enumerate(model.encoder.layers):
        attentions = {"self_attn": layer.attention}
        expect(f"encoder.layers.{i}.", attentions, [layer.norm1, layer.norm2], layer.feed_forward)
    for i, layer in enumerate(model.decoder.layers):
        attentions = {"self_attn": layer.self_attention, "encoder_attn": layer.cross_attention}
        expect(f"decoder.layers.{i}.", attentions, layer.norms, layer.feed_forward)
    places = {"shared.weight": model.target.tokens.table.weight}
    for name, part in parts.items():
        places |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    copy_into(places, given)
    with torch.no_grad():
        model.source.tokens.table.weight.copy_(given["shared.weight"])
        model.output.bias.zero_()
        for embedding in (model.source, model.target):
            embedding.positions.copy_(published_positions(*embedding.positions.shape))
