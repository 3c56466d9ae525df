# --- usual
def logit_lens(model, ids):
    parts = capture(model, ids)
    names = ["embed", *(f"layers.{i}" for i in range(len(model.layers)))]
    with torch.no_grad():
        return torch.stack([model.output(model.norm(parts[name])) for name in names])


# --- layer_by_layer
@torch.no_grad()
def logit_lens(model, ids):
    x = model.embed(ids)
    mask = causal_mask(ids.shape[1], ids.device)
    logits = [model.output(model.norm(x))]
    for layer in model.layers:
        x, _ = layer(x, mask)
        logits.append(model.output(model.norm(x)))
    return torch.stack(logits, dim=0)


# --- own_hooks
def logit_lens(model, ids):
    states = []
    handles = [model.embed.register_forward_hook(lambda m, a, out: states.append(out))]
    for layer in model.layers:
        handles.append(layer.register_forward_hook(lambda m, a, out: states.append(out[0])))
    try:
        with torch.no_grad():
            model(ids)
    finally:
        for handle in handles:
            handle.remove()
    return model.output(model.norm(torch.stack(states))).detach()


# --- cut_short
def logit_lens(model, ids):
    layers, found = model.layers, []
    try:
        for n in range(len(layers) + 1):
            model.layers = layers[:n]
            found.append(model(ids)[None])
    finally:
        model.layers = layers
    return torch.cat(found)


# --- before_each_layer
@torch.no_grad()
def logit_lens(model, ids):
    kept = []
    hooks = [
        part.register_forward_pre_hook(lambda part, given: kept.append(given[0]))
        for part in [*model.layers, model.norm]
    ]
    try:
        model(ids)
    finally:
        for hook in hooks:
            hook.remove()
    return torch.stack([model.output(model.norm(x)) for x in kept])
