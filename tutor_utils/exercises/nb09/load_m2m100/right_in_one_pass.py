# Pairs first, then all tests, then all copies.
import math


def load_m2m100(tensors, model: Transformer) -> None:
    left = {name[6:] if name.startswith("model.") else name: t for name, t in tensors.items()}
    left = {name: t for name, t in left.items() if "embed_positions" not in name}
    pairs = []

    def add(name, part):
        for kind in ("weight", "bias"):
            full = f"{name}.{kind}"
            if full not in left:
                raise ValueError(f"the file has no {full}")
            pairs.append((full, left.pop(full), getattr(part, kind)))

    def add_attention(name, part):
        for short, own in (("q_proj", part.w_q), ("k_proj", part.w_k), ("v_proj", part.w_v), ("out_proj", part.w_o)):
            add(f"{name}.{short}", own)

    for i, layer in enumerate(model.encoder.layers):
        add_attention(f"encoder.layers.{i}.self_attn", layer.attention)
        add(f"encoder.layers.{i}.self_attn_layer_norm", layer.norm1)
        add(f"encoder.layers.{i}.final_layer_norm", layer.norm2)
        add(f"encoder.layers.{i}.fc1", layer.feed_forward.wide)
        add(f"encoder.layers.{i}.fc2", layer.feed_forward.narrow)
    for i, layer in enumerate(model.decoder.layers):
        add_attention(f"decoder.layers.{i}.self_attn", layer.self_attention)
        add_attention(f"decoder.layers.{i}.encoder_attn", layer.cross_attention)
        for name, norm in zip(("self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm"), layer.norms):
            add(f"decoder.layers.{i}.{name}", norm)
        add(f"decoder.layers.{i}.fc1", layer.feed_forward.wide)
        add(f"decoder.layers.{i}.fc2", layer.feed_forward.narrow)
    add("encoder.layer_norm", model.encoder.norm)
    add("decoder.layer_norm", model.decoder.norm)
    table = left.pop("shared.weight", None)
    if table is None:
        raise ValueError("the file has no shared.weight")
    for name in ("lm_head.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"):
        other = left.pop(name, table)
        if other.shape != table.shape or not (other == table).all():
            raise ValueError(f"{name} differs from shared.weight")
    if left:
        raise ValueError(f"no place for {list(left)}")
    for embedding in (model.source, model.target):
        pairs.append(("shared.weight", table, embedding.tokens.table.weight))
    for name, tensor, place in pairs:
        if tensor.shape != place.shape:
            raise ValueError(f"{name} has shape {tuple(tensor.shape)}")
    for _, tensor, place in pairs:
        place.data.copy_(tensor)
    torch.nn.init.zeros_(model.output.bias)
    for embedding in (model.source, model.target):
        rows, d = embedding.positions.shape
        for p in range(rows):
            for i in range(d // 2):
                angle = (p + 2) * math.exp(-i * math.log(10000) / (d // 2 - 1))
                embedding.positions[p, i] = math.sin(angle)
                embedding.positions[p, d // 2 + i] = math.cos(angle)
