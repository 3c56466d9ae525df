# --- changes_first
# The bias is set before any test, and the output gets a Parameter of its own.
import math


def load_m2m100(tensors, model: Transformer) -> None:
    torch.nn.init.zeros_(model.output.bias)
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
    model.output.weight = nn.Parameter(table.clone().to(model.output.weight))
    for embedding in (model.source, model.target):
        rows, d = embedding.positions.shape
        for p in range(rows):
            for i in range(d // 2):
                angle = (p + 2) * math.exp(-i * math.log(10000) / (d // 2 - 1))
                embedding.positions[p, i] = math.sin(angle)
                embedding.positions[p, d // 2 + i] = math.cos(angle)


# --- state_dict
# By the names of the model: a whole state_dict is made, then loaded.
def load_m2m100(tensors, model: Transformer):
    words = {
        "self_attn.": "self_attention.", "encoder_attn.": "cross_attention.",
        "q_proj": "w_q", "k_proj": "w_k", "v_proj": "w_v", "out_proj": "w_o",
        "fc1": "feed_forward.wide", "fc2": "feed_forward.narrow",
    }
    norms = {
        "decoder": {"self_attn_layer_norm": "norms.0", "encoder_attn_layer_norm": "norms.1", "final_layer_norm": "norms.2"},
        "encoder": {"self_attn_layer_norm": "norm1", "final_layer_norm": "norm2"},
    }
    own = model.state_dict()
    new, table, tied = {}, None, {}
    for full, tensor in tensors.items():
        name = full.removeprefix("model.")
        if name.endswith("embed_positions.weights"):
            continue
        if name == "shared.weight":
            table = tensor
            continue
        if name in ("lm_head.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"):
            tied[name] = tensor
            continue
        side = name.split(".")[0]
        target = name
        for theirs, ours in norms.get(side, {}).items():
            target = target.replace(theirs, ours)
        target = target.replace(f"{side}.layer_norm", f"{side}.norm")
        for theirs, ours in words.items():
            target = target.replace(theirs, ours)
        if side == "encoder":
            target = target.replace("self_attention.", "attention.")
        if target not in own or own[target].shape != tensor.shape:
            raise ValueError(f"{name} does not fit")
        new[target] = tensor
    if table is None or table.shape != own["output.weight"].shape:
        raise ValueError("shared.weight is missing or of another shape")
    for name, tensor in tied.items():
        if not torch.equal(tensor, table):
            raise ValueError(f"{name} is not shared.weight")
    for name in ("source.tokens.table.weight", "target.tokens.table.weight", "output.weight"):
        new[name] = table
    new["output.bias"] = torch.zeros(len(table))
    length, d = own["source.positions"].shape
    speed = torch.tensor([10000 ** (-i / (d // 2 - 1)) for i in range(d // 2)], dtype=torch.float64)
    angle = (torch.arange(length) + 2).unsqueeze(1) * speed
    new["source.positions"] = new["target.positions"] = torch.cat((angle.sin(), angle.cos()), 1)
    lacking = [name for name in own if name not in new]
    if lacking:
        every = {ours: theirs for theirs, ours in words.items()}
        name = lacking[0]
        for side in norms:
            if name.startswith(side):
                for theirs, ours in norms[side].items():
                    name = name.replace(f".{ours}.", f".{theirs}.")
                if side == "encoder":
                    name = name.replace(".attention.", ".self_attention.")
                name = name.replace(f"{side}.norm.", f"{side}.layer_norm.")
        for ours, theirs in every.items():
            name = name.replace(ours, theirs)
        raise ValueError(f"{name} is missing")
    model.load_state_dict(new)


# --- usual
def copy_into(places, given):
    for name in sorted(places.keys() ^ given.keys()):
        what = "is missing" if name in places else "has no place in this model"
        raise ValueError(f"{name} {what}")
    for name, place in places.items():
        if given[name].shape != place.shape:
            raise ValueError(f"{name}: {tuple(given[name].shape)}, not {tuple(place.shape)}")
    with torch.no_grad():
        for name, place in places.items():
            place.copy_(given[name])


def load_m2m100(tensors, model: Transformer):
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    copies = ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight")
    for name in list(given):
        if name.endswith("embed_positions.weights"):
            del given[name]
        elif name in copies:
            if not torch.equal(given.pop(name), given.get("shared.weight", torch.empty(0))):
                raise ValueError(f"{name} is not shared.weight")
    parts = {"encoder.layer_norm": model.encoder.norm, "decoder.layer_norm": model.decoder.norm}

    def expect(at, attentions, norms, feed_forward):
        for (name, own), norm in zip(attentions.items(), norms):
            parts[f"{at}{name}.q_proj"], parts[f"{at}{name}.k_proj"] = own.w_q, own.w_k
            parts[f"{at}{name}.v_proj"], parts[f"{at}{name}.out_proj"] = own.w_v, own.w_o
            parts[f"{at}{name}_layer_norm"] = norm
        parts[f"{at}fc1"], parts[f"{at}fc2"] = feed_forward.wide, feed_forward.narrow
        parts[f"{at}final_layer_norm"] = norms[-1]

    for i, layer in enumerate(model.encoder.layers):
        attentions = {"self_attn": layer.attention}
        expect(f"encoder.layers.{i}.", attentions, [layer.norm1, layer.norm2], layer.feed_forward)
    for i, layer in enumerate(model.decoder.layers):
        attentions = {"self_attn": layer.self_attention, "encoder_attn": layer.cross_attention}
        expect(f"decoder.layers.{i}.", attentions, layer.norms, layer.feed_forward)
    places = {"shared.weight": model.target.tokens.table.weight}
    for name, part in parts.items():
        places |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    copy_into(places, given)
    with torch.no_grad():
        model.source.tokens.table.weight.copy_(given["shared.weight"])
        model.output.bias.zero_()
        for embedding in (model.source, model.target):
            length, d_model = embedding.positions.shape
            half = d_model // 2
            speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
            angle = (torch.arange(length)[:, None] + 2) * speed
            embedding.positions.copy_(torch.cat([angle.sin(), angle.cos()], dim=1))
