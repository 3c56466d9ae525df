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
