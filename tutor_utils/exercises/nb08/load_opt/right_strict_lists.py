# Lists of names and parameters side by side.
def load_opt(tensors, model: LanguageModel):
    names = ["decoder.embed_tokens.weight", "decoder.embed_positions.weight"]
    own = [model.tokens.weight, model.positions.table.weight]
    for i, layer in enumerate(model.encoder.layers):
        inner = [
            ("self_attn.q_proj", layer.attention.w_q),
            ("self_attn.k_proj", layer.attention.w_k),
            ("self_attn.v_proj", layer.attention.w_v),
            ("self_attn.out_proj", layer.attention.w_o),
            ("self_attn_layer_norm", layer.norm1),
            ("fc1", layer.feed_forward.wide),
            ("fc2", layer.feed_forward.narrow),
            ("final_layer_norm", layer.norm2),
        ]
        for name, part in inner:
            names += [f"decoder.layers.{i}.{name}.weight", f"decoder.layers.{i}.{name}.bias"]
            own += [part.weight, part.bias]
    names += ["decoder.final_layer_norm.weight", "decoder.final_layer_norm.bias"]
    own += [model.encoder.norm.weight, model.encoder.norm.bias]
    short = {(n[6:] if n[:6] == "model." else n): n for n in tensors}
    for name in names:
        if name not in short:
            raise ValueError(f"{name} is not in the file")
    for name in short:
        if name not in names and name != "lm_head.weight":
            raise ValueError(f"{name} is too much")
    values = [tensors[short[name]] for name in names]
    values[1] = values[1][2:]
    if "lm_head.weight" in short and not torch.equal(tensors["lm_head.weight"], values[0]):
        raise ValueError("lm_head.weight is not decoder.embed_tokens.weight")
    for name, p, value in zip(names, own, values):
        if p.shape != value.shape:
            raise ValueError(f"{name} has shape {value.shape}, the model {p.shape}")
    with torch.no_grad():
        for p, value in zip(own, values):
            p[...] = value
