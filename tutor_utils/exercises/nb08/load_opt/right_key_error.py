# A name that is missing raises KeyError.
def load_opt(tensors, model: LanguageModel):
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    places = {
        "decoder.embed_tokens.weight": model.tokens.weight,
        "decoder.embed_positions.weight": model.positions.table.weight,
    }
    parts = {"decoder.final_layer_norm": model.encoder.norm}
    for i, layer in enumerate(model.encoder.layers):
        at = f"decoder.layers.{i}."
        parts[at + "self_attn.q_proj"] = layer.attention.w_q
        parts[at + "self_attn.k_proj"] = layer.attention.w_k
        parts[at + "self_attn.v_proj"] = layer.attention.w_v
        parts[at + "self_attn.out_proj"] = layer.attention.w_o
        parts[at + "self_attn_layer_norm"] = layer.norm1
        parts[at + "fc1"] = layer.feed_forward.wide
        parts[at + "fc2"] = layer.feed_forward.narrow
        parts[at + "final_layer_norm"] = layer.norm2
    for name, part in parts.items():
        places[f"{name}.weight"], places[f"{name}.bias"] = part.weight, part.bias
    head = given.pop("lm_head.weight", None)
    if head is not None and not torch.equal(head, given.get("decoder.embed_tokens.weight", head)):
        raise ValueError("lm_head.weight is not the table of tokens")
    if "decoder.embed_positions.weight" in given:
        given["decoder.embed_positions.weight"] = given["decoder.embed_positions.weight"][2:]
    new = {name: given.pop(name) for name in places}
    if given:
        raise KeyError(f"{sorted(given)} have no place")
    for name, place in places.items():
        if new[name].shape != place.shape:
            raise ValueError(f"{name} has another shape")
    with torch.no_grad():
        for name, place in places.items():
            place.copy_(new[name])
