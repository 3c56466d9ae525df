# --- usual
def copy_into(places, given):
    for name in sorted(places.keys() ^ given.keys()):
        raise ValueError(f"{name} {'is missing' if name in places else 'has no place in this model'}")
    for name, place in places.items():
        if given[name].shape != place.shape:
            raise ValueError(f"{name}: {tuple(given[name].shape)}, not {tuple(place.shape)}")
    with torch.no_grad():
        for name, place in places.items():
            place.copy_(given[name])


def load_llama(tensors, model: ModernLanguageModel):
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    table, head = "embed_tokens.weight", "lm_head.weight"
    places = {table: model.tokens.weight, "norm.weight": model.norm.gain}
    if model.output.weight is not model.tokens.weight:
        places[head] = model.output.weight
    elif head in given:
        output = given.pop(head)
        if not torch.equal(given.setdefault(table, output), output):
            raise ValueError(f"{head} is another table than {table}, and the model is tied")
    for i, layer in enumerate(model.layers):
        own, wide, at = layer.attention, layer.feed_forward, f"layers.{i}."
        places[at + "self_attn.q_proj.weight"] = own.w_q.weight
        places[at + "self_attn.k_proj.weight"] = own.w_k.weight
        places[at + "self_attn.v_proj.weight"] = own.w_v.weight
        places[at + "self_attn.o_proj.weight"] = own.w_o.weight
        places[at + "mlp.gate_proj.weight"] = wide.gate.weight
        places[at + "mlp.up_proj.weight"] = wide.wide.weight
        places[at + "mlp.down_proj.weight"] = wide.narrow.weight
        places[at + "input_layernorm.weight"] = layer.norm1.gain
        places[at + "post_attention_layernorm.weight"] = layer.norm2.gain
    copy_into(places, given)


# --- state_dict
# PyTorch's own loader, by renamed keys.
def load_llama(tensors, model: ModernLanguageModel):
    names = {"embed_tokens": "tokens", "lm_head": "output", "norm.weight": "norm.gain"}
    inner = {
        "self_attn.q_proj": "attention.w_q", "self_attn.k_proj": "attention.w_k",
        "self_attn.v_proj": "attention.w_v", "self_attn.o_proj": "attention.w_o",
        "mlp.gate_proj": "feed_forward.gate", "mlp.up_proj": "feed_forward.wide", "mlp.down_proj": "feed_forward.narrow",
        "input_layernorm.weight": "norm1.gain", "post_attention_layernorm.weight": "norm2.gain",
    }
    given, back = {}, {}
    for published, tensor in tensors.items():
        name = published.removeprefix("model.")
        for old, new in (inner if name.startswith("layers.") else names).items():
            name = name.replace(old, new)
        given[name], back[name] = tensor, published
    if model.output.weight is model.tokens.weight:
        found = [given[n] for n in ("tokens.weight", "output.weight") if n in given]
        if not found:
            raise ValueError("embed_tokens.weight is missing")
        if not torch.equal(found[0], found[-1]):
            raise ValueError("lm_head.weight and embed_tokens.weight differ")
        given["tokens.weight"] = given["output.weight"] = found[0]
    wanted = model.state_dict()
    for name in wanted.keys() ^ given.keys():
        raise ValueError(f"not in both: {back.get(name, name)} {sorted(wanted.keys() - given.keys())}")
    for name in wanted:
        if wanted[name].shape != given[name].shape:
            raise ValueError(f"{back.get(name, name)}: {given[name].shape}")
    model.load_state_dict(given)
