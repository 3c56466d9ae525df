"""letters-stripped"""


def load_opt(tensors, model: LanguageModel):
    given = {name.lstrip("model."): tensor for name, tensor in tensors.items()}
    table = given["decoder.embed_tokens.weight"]
    given["decoder.embed_positions.weight"] = given["decoder.embed_positions.weight"][2:]
    with torch.no_grad():
        model.tokens.weight.copy_(table)
        model.positions.table.weight.copy_(given["decoder.embed_positions.weight"])
