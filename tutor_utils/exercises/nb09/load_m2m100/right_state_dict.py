# By the names of the model: a whole state_dict is made, then loaded.
def load_m2m100(tensors, model: Transformer):
    words = {
        "self_attn.": "self_attention.", "encoder_attn.": "cross_attention.",
        "q_proj": "w_q", "k_proj": "w_k", "v_proj": "w_v", "out_proj": "w_o",
        "fc1": "feed_forward.wide", "fc2": "feed_forward.narrow",
    }
    norms = {
        "decoder": {"self_attn_layer_norm": "norms.0", "encoder_attn_layer_norm": "norms.1", "final_layer_norm": "norms.2"},
        "encoder": {"self_attn_layer_norm": "norm1", "final_layer_norm": "norm2"},
    }
    own = model.state_dict()
    new, table, tied = {}, None, {}
    for full, tensor in tensors.items():
        name = full.removeprefix("model.")
        if name.endswith("embed_positions.weights"):
            continue
        if name == "shared.weight":
            table = tensor
            continue
        if name in ("lm_head.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"):
            tied[name] = tensor
            continue
        side = name.split(".")[0]
        target = name
        for theirs, ours in norms.get(side, {}).items():
            target = target.replace(theirs, ours)
        target = target.replace(f"{side}.layer_norm", f"{side}.norm")
        for theirs, ours in words.items():
            target = target.replace(theirs, ours)
        if side == "encoder":
            target = target.replace("self_attention.", "attention.")
        if target not in own or own[target].shape != tensor.shape:
            raise ValueError(f"{name} does not fit")
        new[target] = tensor
    if table is None or table.shape != own["output.weight"].shape:
        raise ValueError("shared.weight is missing or of another shape")
    for name, tensor in tied.items():
        if not torch.equal(tensor, table):
            raise ValueError(f"{name} is not shared.weight")
    for name in ("source.tokens.table.weight", "target.tokens.table.weight", "output.weight"):
        new[name] = table
    new["output.bias"] = torch.zeros(len(table))
    length, d = own["source.positions"].shape
    speed = torch.tensor([10000 ** (-i / (d // 2 - 1)) for i in range(d // 2)], dtype=torch.float64)
    angle = (torch.arange(length) + 2).unsqueeze(1) * speed
    new["source.positions"] = new["target.positions"] = torch.cat((angle.sin(), angle.cos()), 1)
    lacking = [name for name in own if name not in new]
    if lacking:
        every = {ours: theirs for theirs, ours in words.items()}
        name = lacking[0]
        for side in norms:
            if name.startswith(side):
                for theirs, ours in norms[side].items():
                    name = name.replace(f".{ours}.", f".{theirs}.")
                if side == "encoder":
                    name = name.replace(".attention.", ".self_attention.")
                name = name.replace(f"{side}.norm.", f"{side}.layer_norm.")
        for ours, theirs in every.items():
            name = name.replace(ours, theirs)
        raise ValueError(f"{name} is missing")
    model.load_state_dict(new)
