"""The course's loaders fill a learner's model that passed, whatever its parts are called."""

import pytest
import torch
from torch import nn

from tutor_utils import mine
from tutor_utils.published.as_opt import opt_tensors

Encoder, LearnedPosition, causal_mask = mine("Encoder", "LearnedPosition", "causal_mask")
RMSNorm, ModernLayer = mine("RMSNorm", "ModernLayer")


class LanguageModel(nn.Module):
    """Right by the contract, which asks for no name but ``max_len``."""

    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.blocks = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)
        self.pos_emb = LearnedPosition(max_len, d_model)
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight = self.tok_emb.weight

    def forward(self, ids):
        x, _ = self.blocks(self.pos_emb(self.tok_emb(ids)), causal_mask(ids.shape[1], ids.device))
        return self.head(x)


class ModernLanguageModel(nn.Module):
    """The same for notebook 10's."""

    def __init__(self, vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, **how):
        super().__init__()
        tie = how.pop("tie_weights", True)
        self.ln_f = RMSNorm(d_model)
        self.blocks = nn.ModuleList(
            ModernLayer(d_model, num_heads, num_kv_heads, d_ff, **how) for _ in range(num_layers)
        )
        self.embed, self.head = (nn.Embedding(vocab_size, d_model) for _ in range(2))
        if tie:
            self.head = self.embed

    def forward(self, ids, cache=None):
        x, kept, mask = self.embed(ids), [], causal_mask(ids.shape[1], ids.device)
        for block in self.blocks:
            x, _, after = block(x, mask)
            kept.append(after)
        return self.ln_f(x) @ self.head.weight.T, kept


def trained(model):
    """The model with other numbers in it: its norms are no longer ones."""
    torch.manual_seed(1)
    with torch.no_grad():
        for p in model.parameters():
            p.add_(torch.randn_like(p) * 0.3)
    return model.eval()


SIZES = {"vocab_size": 9, "d_model": 8, "num_layers": 2, "d_ff": 5, "max_len": 6}
IDS = torch.tensor([[3, 1, 4, 1, 5]])


def language_model(kind):
    return kind(9, 8, 2, 2, 5, 6)


def test_opt_fills_a_model_of_other_names():
    load_opt = mine("load_opt")
    model = trained(language_model(LanguageModel))
    again = trained(language_model(LanguageModel))
    tensors = opt_tensors(model, load_opt, **SIZES)
    load_opt(tensors, again.double())
    assert torch.allclose(again(IDS), model.double()(IDS), atol=1e-5)
    of_the_course = language_model(mine("LanguageModel", own=False)).double().eval()
    load_opt(tensors, of_the_course)
    assert torch.allclose(of_the_course(IDS), model(IDS), atol=1e-5)


@pytest.mark.parametrize("tied", [True, False])
def test_llama_fills_a_model_of_other_names(tied):
    load_llama = mine("load_llama")
    sizes = (9, 8, 4, 2, 2, 5)
    theirs = trained(mine("ModernLanguageModel", own=False)(*sizes, tie_weights=tied))
    names = {"tokens.": "embed_tokens.", "output": "lm_head", ".gain": ".weight"}
    names |= {"attention.w_": "self_attn.", "feed_forward.gate": "mlp.gate_proj"}
    names |= {"feed_forward.wide": "mlp.up_proj", "feed_forward.narrow": "mlp.down_proj"}
    names |= {f"self_attn.{x}.": f"self_attn.{x}_proj." for x in "qkvo"}
    names |= {"norm1": "input_layernorm", "norm2": "post_attention_layernorm"}
    file = {}
    for name, tensor in theirs.state_dict().items():
        for ours, published in names.items():
            name = name.replace(ours, published)
        if not (tied and name == "lm_head.weight"):
            file[f"model.{name}" if "lm_head" not in name else name] = tensor
    own = trained(ModernLanguageModel(*sizes, tie_weights=tied))
    load_llama(file, own)
    assert torch.allclose(own(IDS)[0], theirs(IDS)[0], atol=1e-5)


def test_a_file_of_another_size_is_refused_by_its_fault():
    load_opt = mine("load_opt")
    tensors = opt_tensors(language_model(LanguageModel), load_opt, **SIZES)
    with pytest.raises(ValueError, match="other shapes"):
        load_opt(tensors, LanguageModel(9, 8, 2, 1, 5, 6))
    del tensors["model.decoder.layers.0.fc1.weight"]
    with pytest.raises(ValueError, match=r"layers\.0\.fc1\.weight is missing"):
        load_opt(tensors, language_model(LanguageModel))
