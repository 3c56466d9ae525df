# --- state_dict
# By the names of the model: PyTorch's own loading compares them, and the shapes.
def load_opt(tensors, model: LanguageModel):
    renamed = {
        "decoder.": "encoder.",
        "encoder.embed_tokens": "tokens",
        "encoder.embed_positions": "positions.table",
        "self_attn_layer_norm": "norm1",
        "encoder.final_layer_norm": "encoder.norm",
        "final_layer_norm": "norm2",
        "self_attn.out_proj": "attention.w_o",
        "self_attn.": "attention.w_",
        "_proj": "",
        "fc1": "feed_forward.wide",
        "fc2": "feed_forward.narrow",
    }
    state = {}
    for name, tensor in tensors.items():
        if name != "lm_head.weight":
            name = name.removeprefix("model.")
            for theirs, ours in renamed.items():
                name = name.replace(theirs, ours)
            state[name] = tensor[2:] if name == "positions.table.weight" else tensor
    model.load_state_dict(state)


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
    given.pop("lm_head.weight", None)
    if "decoder.embed_positions.weight" in given:
        given["decoder.embed_positions.weight"] = given["decoder.embed_positions.weight"][2:]
    copy_into(places, given)
