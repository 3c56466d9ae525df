# New tables of positions take the place of the old ones, in their number type and on their device.
def load_m2m100(tensors, model: Transformer):
    given = {k.removeprefix("model."): v for k, v in tensors.items() if not k.endswith("embed_positions.weights")}
    tied = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight"}
    for name in tied & set(given):
        if "shared.weight" not in given or not torch.equal(given[name], given["shared.weight"]):
            raise ValueError(f"{name} is not the same as shared.weight")
    given = {k: v for k, v in given.items() if k not in tied}
    ours = {}

    def pair(name, module):
        ours[name + ".weight"] = module.weight
        ours[name + ".bias"] = module.bias

    def attention(name, module):
        for letter in "qkv":
            pair(f"{name}.{letter}_proj", getattr(module, f"w_{letter}"))
        pair(f"{name}.out_proj", module.w_o)

    for n, layer in enumerate(model.encoder.layers):
        name = f"encoder.layers.{n}."
        attention(name + "self_attn", layer.attention)
        pair(name + "self_attn_layer_norm", layer.norm1)
        pair(name + "fc1", layer.feed_forward.wide)
        pair(name + "fc2", layer.feed_forward.narrow)
        pair(name + "final_layer_norm", layer.norm2)
    for n, layer in enumerate(model.decoder.layers):
        name = f"decoder.layers.{n}."
        attention(name + "self_attn", layer.self_attention)
        pair(name + "self_attn_layer_norm", layer.norms[0])
        attention(name + "encoder_attn", layer.cross_attention)
        pair(name + "encoder_attn_layer_norm", layer.norms[1])
        pair(name + "fc1", layer.feed_forward.wide)
        pair(name + "fc2", layer.feed_forward.narrow)
        pair(name + "final_layer_norm", layer.norms[2])
    pair("encoder.layer_norm", model.encoder.norm)
    pair("decoder.layer_norm", model.decoder.norm)
    ours["shared.weight"] = model.output.weight
    for name in ours:
        if name not in given:
            raise ValueError(f"{name} is missing")
    for name in given:
        if name not in ours:
            raise ValueError(f"{name} is not known")
        if given[name].shape != ours[name].shape:
            raise ValueError(f"{name} has the shape {list(given[name].shape)}")
    with torch.no_grad():
        for name in ours:
            ours[name].copy_(given[name])
        model.source.tokens.table.weight.copy_(given["shared.weight"])
        model.output.bias.zero_()
        for part in (model.source, model.target):
            old = part.positions
            half = old.shape[1] // 2
            rows = torch.arange(2.0, old.shape[0] + 2, dtype=torch.float64).unsqueeze(1)
            angle = rows / 10000 ** torch.linspace(0, 1, half, dtype=torch.float64)
            new = torch.empty_like(old)
            new[:, :half], new[:, half:] = angle.sin(), angle.cos()
            part.positions = new
