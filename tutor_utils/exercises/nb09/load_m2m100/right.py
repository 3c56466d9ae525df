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


def load_m2m100(tensors, model: Transformer):
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    copies = ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight")
    for name in list(given):
        if name.endswith("embed_positions.weights"):
            del given[name]
        elif name in copies:
            if not torch.equal(given.pop(name), given.get("shared.weight", torch.empty(0))):
                raise ValueError(f"{name} is not shared.weight")
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
            length, d_model = embedding.positions.shape
            half = d_model // 2
            speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
            angle = (torch.arange(length)[:, None] + 2) * speed
            embedding.positions.copy_(torch.cat([angle.sin(), angle.cos()], dim=1))
