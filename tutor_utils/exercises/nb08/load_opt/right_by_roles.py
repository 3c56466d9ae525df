# A short function for a linear map or a norm.
@torch.no_grad()
def load_opt(tensors, model: LanguageModel):
    file = {k.replace("model.", "", 1) if k.startswith("model.") else k: v for k, v in tensors.items()}
    wanted = {}

    def expect(published, module):
        for kind, parameter in module.named_parameters(recurse=False):
            wanted[f"{published}.{kind}"] = parameter

    expect("decoder.embed_tokens", model.tokens)
    expect("decoder.embed_positions", model.positions.table)
    expect("decoder.final_layer_norm", model.encoder.norm)
    for i in range(len(model.encoder.layers)):
        layer, name = model.encoder.layers[i], f"decoder.layers.{i}"
        for short, own in zip("qkv", (layer.attention.w_q, layer.attention.w_k, layer.attention.w_v)):
            expect(f"{name}.self_attn.{short}_proj", own)
        expect(f"{name}.self_attn.out_proj", layer.attention.w_o)
        expect(f"{name}.self_attn_layer_norm", layer.norm1)
        expect(f"{name}.final_layer_norm", layer.norm2)
        expect(f"{name}.fc1", layer.feed_forward.wide)
        expect(f"{name}.fc2", layer.feed_forward.narrow)
    missing = set(wanted) - set(file)
    extra = set(file) - set(wanted) - {"lm_head.weight"}
    if missing or extra:
        raise ValueError(f"missing: {sorted(missing)}, not known: {sorted(extra)}")
    if "lm_head.weight" in file and not torch.equal(file["lm_head.weight"], file["decoder.embed_tokens.weight"]):
        raise ValueError("lm_head.weight is another table")
    table = "decoder.embed_positions.weight"
    file[table] = file[table][2:]
    bad = [n for n in wanted if file[n].shape != wanted[n].shape]
    if bad:
        raise ValueError(f"other shapes: {bad}")
    for n in wanted:
        wanted[n].copy_(file[n])
