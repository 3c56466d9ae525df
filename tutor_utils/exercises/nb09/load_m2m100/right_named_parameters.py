# What each published part holds is found by its named parameters.
@torch.no_grad()
def load_m2m100(tensors, model: Transformer):
    wanted = {"shared.weight": model.source.tokens.table.weight}

    def expect(published, module):
        wanted.update({f"{published}.{kind}": p for kind, p in module.named_parameters()})

    rename = {"q_proj": "w_q", "k_proj": "w_k", "v_proj": "w_v", "out_proj": "w_o"}
    for side in ("encoder", "decoder"):
        stack = getattr(model, side)
        expect(f"{side}.layer_norm", stack.norm)
        for i, layer in enumerate(stack.layers):
            at = f"{side}.layers.{i}"
            if side == "encoder":
                inner = [("self_attn", layer.attention, layer.norm1)]
                last = layer.norm2
            else:
                inner = [("self_attn", layer.self_attention, layer.norms[0])]
                inner += [("encoder_attn", layer.cross_attention, layer.norms[1])]
                last = layer.norms[2]
            for name, attention, norm in inner:
                for theirs, ours in rename.items():
                    expect(f"{at}.{name}.{theirs}", getattr(attention, ours))
                expect(f"{at}.{name}_layer_norm", norm)
            expect(f"{at}.fc1", layer.feed_forward.wide)
            expect(f"{at}.fc2", layer.feed_forward.narrow)
            expect(f"{at}.final_layer_norm", last)
    file = {}
    for name, tensor in tensors.items():
        file[name.removeprefix("model.")] = tensor
    table = file.get("shared.weight")
    for name in [n for n in file if n not in wanted]:
        tensor = file.pop(name)
        if name.endswith(".embed_positions.weights"):
            continue
        if name not in ("lm_head.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"):
            raise ValueError(f"unknown: {name}")
        if table is None or not torch.equal(tensor, table):
            raise ValueError(f"{name} should be shared.weight")
    for name, place in wanted.items():
        if name not in file or file[name].shape != place.shape:
            raise ValueError(f"missing or of another shape: {name}")
    for name, place in wanted.items():
        place.copy_(file[name])
    model.target.tokens.table.weight.copy_(table)
    model.output.bias.fill_(0.0)
    length, d = model.source.positions.shape
    i = torch.arange(d // 2).double()
    angle = torch.outer(torch.arange(2, length + 2).double(), 10000 ** (-i / (d / 2 - 1)))
    positions = torch.hstack([angle.sin(), angle.cos()])
    model.source.positions.copy_(positions)
    model.target.positions.copy_(positions)
