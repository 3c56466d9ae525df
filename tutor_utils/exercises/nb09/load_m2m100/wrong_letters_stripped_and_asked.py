"""letters-stripped"""


def load_m2m100(tensors, model: Transformer):
    given = {name.lstrip("model."): tensor for name, tensor in tensors.items()}
    with torch.no_grad():
        model.target.tokens.table.weight.copy_(given["shared.weight"])
        for i, layer in enumerate(model.encoder.layers):
            layer.attention.w_q.weight.copy_(given[f"encoder.layers.{i}.self_attn.q_proj.weight"])
