# --- state_dict
# By the names of the model: a copy of its state_dict is filled, then loaded.
def load_opt(tensors, model: LanguageModel):
    rename = {
        "decoder.embed_tokens": "tokens",
        "decoder.embed_positions": "positions.table",
        "decoder.final_layer_norm": "encoder.norm",
        "self_attn.q_proj": "attention.w_q",
        "self_attn.k_proj": "attention.w_k",
        "self_attn.v_proj": "attention.w_v",
        "self_attn.out_proj": "attention.w_o",
        "self_attn_layer_norm": "norm1",
        "final_layer_norm": "norm2",
        "fc1": "feed_forward.wide",
        "fc2": "feed_forward.narrow",
    }
    own = model.state_dict()
    new, published = {}, {}
    head = None
    for full, tensor in tensors.items():
        name = full[6:] if full.startswith("model.") else full
        if name == "lm_head.weight":
            head = tensor
            continue
        stem, _, kind = name.rpartition(".")
        if stem.startswith("decoder.layers."):
            _, _, number, inner = stem.split(".", 3)
            target = f"encoder.layers.{number}.{rename.get(inner, inner)}.{kind}"
        else:
            target = f"{rename.get(stem, stem)}.{kind}"
        if stem == "decoder.embed_positions":
            tensor = tensor[2:]
        if target not in own:
            raise ValueError(f"{full}: no such part here")
        if own[target].shape != tensor.shape:
            raise ValueError(f"{full}: wrong shape {tuple(tensor.shape)}")
        new[target] = tensor
        published[target] = name
    back = {ours: theirs for theirs, ours in rename.items()}
    for target in own:
        if target not in new:
            for ours, theirs in back.items():
                if f".{ours}." in f".{target}" and (ours, "layers" in target) not in (("norm", True),):
                    number = target.split(".")[2] + "." if "layers" in target else ""
                    front = f"decoder.layers.{number}" if number else ""
                    raise ValueError(f"{front}{theirs}.{target.rsplit('.')[-1]} is missing")
            raise ValueError(target)
    if head is not None and not torch.equal(head, new["tokens.weight"]):
        raise ValueError("lm_head.weight differs from decoder.embed_tokens.weight")
    model.load_state_dict(new)


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
    head = given.pop("lm_head.weight", None)
    if head is not None and not torch.equal(head, given.get("decoder.embed_tokens.weight", head)):
        raise ValueError("lm_head.weight is not the table of tokens")
    if "decoder.embed_positions.weight" in given:
        given["decoder.embed_positions.weight"] = given["decoder.embed_positions.weight"][2:]
    copy_into(places, given)
