"""A published model made of the learner's own class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import psutil
import torch
from torch import Tensor, nn

from ..course import learner_package
from ..exercises.nb10 import llama
from .files import Found, Unusable, read_config, read_tensors
from .tokens import LlamaTokens, OptTokens, TranslationTokens, tokens_of

Loader = Callable[[dict[str, Tensor], Any], None]
SPARE = 1.3  # what a model needs beside its parameters, as a factor
LONGEST = 256  # positions of a translation model: sentences are shorter, and tables cost memory
OPT_FORM = {
    "do_layer_norm_before": True,
    "activation_function": "relu",
    "enable_bias": True,
    "layer_norm_elementwise_affine": True,
    "_remove_final_layer_norm": False,
}
LLAMA_FORM = {
    "hidden_act": "silu",
    "attention_bias": False,
    "mlp_bias": False,
    "rope_interleaved": False,
}
# How positions may be rescaled: by rope_type, the numbers that it needs.
RESCALED = {
    "linear": ("factor",),
    "llama3": (
        "factor",
        "low_freq_factor",
        "high_freq_factor",
        "original_max_position_embeddings",
    ),
}
M2M_FORM = {"activation_function": "relu", "scale_embedding": True, "pad_token_id": 1}


def open_opt(found: Found, model_class: Any, load_opt: Loader) -> tuple[Any, OptTokens]:
    """A ``LanguageModel`` of the learner's with an OPT model's weights, in eval mode.

    Raises:
        Unusable: files that do not fit, or too little memory; the message says which.
    """
    config = read_config(found)
    _need(found, config, OPT_FORM)
    if config.get("word_embed_proj_dim", config["hidden_size"]) != config["hidden_size"]:
        raise Unusable(f"{found.folder}: its embeddings have another width than its layers.")
    sizes = {
        "vocab_size": config["vocab_size"],
        "d_model": config["hidden_size"],
        "num_heads": config["num_attention_heads"],
        "num_layers": config["num_hidden_layers"],
        "d_ff": config["ffn_dim"],
        "max_len": config["max_position_embeddings"],
    }
    model = _made(found, model_class, sizes, load_opt)
    return model, tokens_of(found)


def open_m2m100(
    found: Found, model_class: Any, load_m2m100: Loader
) -> tuple[Any, TranslationTokens]:
    """A ``Transformer`` of the learner's with the weights of M2M-100 or NLLB, in eval mode.

    Raises:
        Unusable: files that do not fit, or too little memory; the message says which.
    """
    config = read_config(found)
    _need(found, config, M2M_FORM)
    for name in ("layers", "ffn_dim", "attention_heads"):
        if config[f"encoder_{name}"] != config[f"decoder_{name}"]:
            raise Unusable(f"{found.folder}: encoder_{name} and decoder_{name} differ.")
    sizes = {
        "src_vocab": config["vocab_size"],
        "tgt_vocab": config["vocab_size"],
        "d_model": config["d_model"],
        "num_heads": config["encoder_attention_heads"],
        "num_layers": config["encoder_layers"],
        "d_ff": config["encoder_ffn_dim"],
        "dropout": 0.0,
        "max_len": min(LONGEST, config["max_position_embeddings"]),
        "pad_id": 1,
        "norm_first": True,
        "tie_weights": True,
    }
    model_class = _filled_by(load_m2m100, model_class, "Transformer")
    model = _made(found, model_class, sizes, load_m2m100)
    return model, tokens_of(found)


def open_llama(found: Found, model_class: Any, load_llama: Loader) -> tuple[Any, LlamaTokens]:
    """A ``ModernLanguageModel`` of the learner's with a Llama file's weights, in eval mode.

    Raises:
        Unusable: files that do not fit, or too little memory; the message says which.
    """
    config = read_config(found)
    _need(found, config, LLAMA_FORM)
    d_model, heads = config["hidden_size"], config["num_attention_heads"]
    _need(found, config, {"head_dim": d_model // heads})
    model_class = _filled_by(load_llama, model_class, "ModernLanguageModel")
    base = _base(found, config, d_model // heads)
    if isinstance(base, Tensor):
        _takes_speeds(found, model_class, d_model // heads)
    sizes = {
        "vocab_size": config["vocab_size"],
        "d_model": d_model,
        "num_heads": heads,
        "num_kv_heads": config.get("num_key_value_heads") or heads,
        "num_layers": config["num_hidden_layers"],
        "d_ff": config["intermediate_size"],
        "base": base,
        "eps": config["rms_norm_eps"],
        "tie_weights": config.get("tie_word_embeddings", False),
    }
    model = _made(found, model_class, sizes, load_llama)
    return model, tokens_of(found)


def _filled_by(load: Loader, model_class: Any, name: str) -> Any:
    """The class, or the course's where the loader is: it knows no other names of parts."""
    of_the_course = learner_package.is_the_courses
    if not of_the_course(load) or of_the_course(model_class):
        return model_class
    print(f"{load.__name__} is the course's, so the {name} that it fills is the course's too.")
    return learner_package.course_answer(name, own=False)


def _base(found: Found, config: Mapping[str, Any], d_k: int) -> float | Tensor:
    """The base of a Llama file's positions; where they are rescaled, the speeds themselves."""
    turns = config.get("rope_parameters") or config.get("rope_scaling") or {}
    kind = turns.get("rope_type", turns.get("type", "default"))
    base = float(turns.get("rope_theta", config.get("rope_theta", 10000.0)))
    if kind == "default":
        return base
    if kind not in RESCALED:
        raise Unusable(
            f"{found.folder}: its positions are rescaled by rope_type={kind!r}. Your classes can "
            f"do {' and '.join(RESCALED)}."
        )
    for name in RESCALED[kind]:
        if not isinstance(value := turns.get(name), int | float) or not value > 0:
            raise Unusable(
                f"{found.folder}: rope_type={kind!r} needs {name} above 0, and it is {value!r}."
            )
    factor, *more = (turns[name] for name in RESCALED[kind])
    if more and more[0] >= more[1]:
        raise Unusable(f"{found.folder}: low_freq_factor={more[0]} is not below {more[1]}.")
    speeds = llama.speeds(base, d_k // 2)
    return (llama.stretched(speeds, factor, *more) if more else speeds / factor).float()


def _takes_speeds(found: Found, model_class: Any, d_k: int) -> None:
    """Whether the learner's classes take the speeds as they take the number that gives them."""
    ids = torch.tensor([[0, 1, 2, 3]])
    sizes = {"vocab_size": 4, "d_model": d_k, "num_heads": 1, "num_kv_heads": 1}
    sizes |= {"num_layers": 1, "d_ff": 4}

    def logits(base: float | Tensor) -> Tensor:
        model = model_class(**sizes, base=base).eval()
        generator = torch.Generator().manual_seed(0)
        with torch.no_grad():
            for p in model.parameters():
                p.copy_(torch.randn(p.shape, generator=generator))
            return model(ids)[0]

    by_number, why = logits(llama.BASE), "gives other logits than for the number"
    speeds = llama.speeds(llama.BASE, d_k // 2).float()
    try:
        if torch.allclose(logits(speeds), by_number, rtol=1e-3, atol=1e-3):
            return
    except Exception as error:  # whatever a learner's code raises
        why = f"stops with {type(error).__name__}"
    raise Unusable(
        f"{found.folder}: its positions are rescaled, so `base` is a tensor of speeds, and your "
        f"{model_class.__name__} {why}. One line in `rotate` is often enough, `speed = base if "
        "isinstance(base, Tensor) else ...`; then run the cells below it again."
    )


def precision(parameters: int, available: int) -> torch.dtype:
    """The number type in which a model fits into the memory that is free, in bytes.

    Raises:
        Unusable: it fits in none.
    """
    for dtype in (torch.float32, torch.bfloat16):
        if parameters * dtype.itemsize * SPARE < available:
            return dtype
    raise Unusable(
        f"A model of {parameters / 1e6:,.0f} million parameters needs "
        f"{parameters * 2 * SPARE / 1e9:.1f} GB of memory, and {available / 1e9:.1f} GB are free. "
        "Close other notebooks, or take a smaller model."
    )


def _need(found: Found, config: Mapping[str, Any], form: Mapping[str, Any]) -> None:
    """The form that the learner's classes have."""
    for name, wanted in form.items():
        if config.get(name, wanted) != wanted:
            raise Unusable(
                f"{found.folder}: {name} is {config[name]!r}; your classes need {wanted!r}."
            )


def _made(found: Found, model_class: Any, sizes: dict[str, Any], load: Loader) -> nn.Module:
    with torch.device("meta"):  # shapes without memory
        parameters = sum(p.numel() for p in model_class(**sizes).parameters())
    dtype = precision(parameters, psutil.virtual_memory().available)
    tensors = read_tensors(found)
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        model = model_class(**sizes).eval().requires_grad_(False)
    finally:
        torch.set_default_dtype(before)
    load(tensors, model)
    return model
