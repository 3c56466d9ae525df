"""positions-two-rows-further

Your positions stand two rows too far: row p holds the waves of p+4. `published_positions` begins
with those of p+2 already, so no row of it is to be left out, as `load_opt` did with its table.
Try: Print row 0 of your positions and the sine of 2: at feature 0 they should be equal.
Hint: `published_positions(max_len, d_model)` is the whole table.
"""


def load_m2m100(tensors: dict[str, Tensor], model: Transformer) -> None:
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    if "shared.weight" not in given:
        raise ValueError("shared.weight is missing")
    shared = given["shared.weight"]
    for name in list(given):
        if name == "lm_head.weight" or name in (
            "encoder.embed_tokens.weight",
            "decoder.embed_tokens.weight",
        ):
            if not torch.equal(given.pop(name), shared):
                raise ValueError(f"{name} is not equal to shared.weight")
        elif name in ("encoder.embed_positions.weights", "decoder.embed_positions.weights"):
            del given[name]

    tables = [
        p
        for n, p in model.named_parameters()
        if p.dim() == 2 and not n.startswith(("encoder.", "decoder."))
    ]
    d_model = tables[0].shape[1]
    places: dict[str, Tensor] = {"shared.weight": tables[0]}

    def add(name: str, part: nn.Module) -> None:
        places[f"{name}.weight"] = part.weight
        places[f"{name}.bias"] = part.bias

    for side in ("encoder", "decoder"):
        stack = getattr(model, side)
        for i, layer in enumerate(stack.layers):
            front = f"{side}.layers.{i}"
            attentions = [m for m in layer.modules() if hasattr(m, "w_q")]
            norms = [m for m in layer.modules() if isinstance(m, nn.LayerNorm)]
            linears = [
                m
                for n, m in layer.named_modules()
                if isinstance(m, nn.Linear) and n.split(".")[-1] not in ("w_q", "w_k", "w_v", "w_o")
            ]
            kinds = ("self_attn", "encoder_attn")[: len(attentions)]
            for kind, attention, norm in zip(kinds, attentions, norms[:-1], strict=True):
                add(f"{front}.{kind}.q_proj", attention.w_q)
                add(f"{front}.{kind}.k_proj", attention.w_k)
                add(f"{front}.{kind}.v_proj", attention.w_v)
                add(f"{front}.{kind}.out_proj", attention.w_o)
                add(f"{front}.{kind}_layer_norm", norm)
            add(f"{front}.fc1", linears[0])
            add(f"{front}.fc2", linears[1])
            add(f"{front}.final_layer_norm", norms[-1])
        last = [m for m in stack.children() if isinstance(m, nn.LayerNorm)]
        add(f"{side}.layer_norm", last[0])

    copy_into(places, given)
    with torch.no_grad():
        for table in tables[1:]:
            table.copy_(shared)
        if model.output.bias is not None:
            model.output.bias.zero_()
        for waves in model.buffers():
            if waves.is_floating_point() and waves.dim() >= 2 and waves.shape[-1] == d_model:
                length = waves.shape[-2]
                waves.copy_(published_positions(length + 2, d_model)[2:].reshape(waves.shape))
