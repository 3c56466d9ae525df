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
