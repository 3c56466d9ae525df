# Pairs first, then all tests, then all copies.
def load_opt(tensors, model: LanguageModel) -> None:
    left = dict(tensors)

    def take(name):
        for full in (f"model.{name}", name):
            if full in left:
                return left.pop(full)
        raise ValueError(f"the file has no {name}")

    pairs = [("decoder.embed_tokens.weight", model.tokens.weight, slice(None))]
    pairs += [("decoder.embed_positions.weight", model.positions.table.weight, slice(2, None))]

    def both(name, part):
        return [(f"{name}.weight", part.weight, slice(None)), (f"{name}.bias", part.bias, slice(None))]

    for n, layer in enumerate(model.encoder.layers):
        a, f = layer.attention, layer.feed_forward
        names = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.out_proj"]
        names += ["self_attn_layer_norm", "fc1", "fc2", "final_layer_norm"]
        parts = [a.w_q, a.w_k, a.w_v, a.w_o, layer.norm1, f.wide, f.narrow, layer.norm2]
        for name, part in zip(names, parts):
            pairs += both(f"decoder.layers.{n}.{name}", part)
    pairs += both("decoder.final_layer_norm", model.encoder.norm)
    todo = []
    for name, place, rows in pairs:
        tensor = take(name)[rows]
        if tensor.shape != place.shape:
            raise ValueError(f"{name}: {list(tensor.shape)} does not fit {list(place.shape)}")
        todo.append((place, tensor))
    head = left.pop("lm_head.weight", None)
    if head is not None and (head.shape != todo[0][1].shape or (head != todo[0][1]).any()):
        raise ValueError("lm_head.weight")
    if left:
        raise ValueError(f"no place for {', '.join(left)}")
    for place, tensor in todo:
        place.data.copy_(tensor)
