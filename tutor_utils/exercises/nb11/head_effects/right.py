# --- by_columns
# Each head by itself, with hooks of its own.
def head_effects(model, ids, target):
    kept = []
    parts = [*(attention.w_o for attention in model.attentions), model.norm]
    handles = [p.register_forward_pre_hook(lambda m, args: kept.append(args[0])) for p in parts]
    try:
        with torch.no_grad():
            model(ids)
    finally:
        for handle in handles:
            handle.remove()
    *heads, last = [x[:, -1] for x in kept]
    size = (last.var(-1, correction=0, keepdim=True) + model.norm.eps).sqrt()
    effects = torch.zeros(len(heads), model.num_heads, device=ids.device)
    for i, z in enumerate(heads):
        weight = model.attentions[i].w_o.weight
        d_k = z.shape[-1] // model.num_heads
        for head in range(model.num_heads):
            own = slice(head * d_k, (head + 1) * d_k)
            added = z[:, own] @ weight[:, own].T
            added = (added - added.mean(-1, keepdim=True)) / size * model.norm.weight
            logit = (added * model.output.weight[target]).sum(-1)
            effects[i, head] = logit.mean()
    return effects


# --- plain_numbers
# The numbers are read one by one, so the result lies on the CPU.
def head_effects(model, ids, target):
    kept = []
    parts = [*(a.w_o for a in model.attentions), model.norm]
    handles = [p.register_forward_pre_hook(lambda m, args: kept.append(args[0][:, -1])) for p in parts]
    with torch.no_grad():
        model(ids)
    for handle in handles:
        handle.remove()
    last = kept.pop()
    row = model.output.weight[target] * model.norm.weight
    row = row - row.mean(1, keepdim=True)
    row = row / (last.var(1, correction=0, keepdim=True) + model.norm.eps).sqrt()
    h, effects = model.num_heads, []
    for part, z in zip(parts, kept):
        met = (z * (row @ part.weight)).mean(0)
        effects.append([own.sum().item() for own in met.chunk(h)])
    return torch.tensor(effects)


# --- usual
def inputs_of(model, parts, ids):
    got = {}
    handles = [
        part.register_forward_pre_hook(lambda part, args: got.update({part: args[0][:, -1]}))
        for part in parts
    ]
    try:
        with torch.no_grad():
            model(ids)
    finally:
        for handle in handles:
            handle.remove()
    return [got[part] for part in parts]


def direction(model, last, target):
    row = model.output.weight[target] * model.norm.weight
    row = row - row.mean(-1, keepdim=True)
    return row / (last.var(-1, unbiased=False, keepdim=True) + model.norm.eps).sqrt()


def head_effects(model, ids, target):
    h = model.num_heads
    *merged, last = inputs_of(model, [*(a.w_o for a in model.attentions), model.norm], ids)
    to_logit = direction(model, last, target)
    effects = []
    for attention, z in zip(model.attentions, merged, strict=True):
        heads = z.unflatten(-1, (h, -1))
        columns = attention.w_o.weight.unflatten(-1, (h, -1))
        added = torch.einsum("bhk,dhk->bhd", heads, columns)
        effects.append(torch.einsum("bhd,bd->bh", added, to_logit).mean(0))
    return torch.stack(effects)
