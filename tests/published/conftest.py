"""Small published models with random weights, in the very files in which they are published."""

import pytest
import torch
import transformers
from tokenizers import ByteLevelBPETokenizer, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from tutor_utils.course.learner_package import course_answer
from tutor_utils.published import files
from tutor_utils.published.catalogue import CATALOGUE


@pytest.fixture(scope="session")
def part():
    """The course's own part of a name."""
    return lambda name: course_answer(name, own=False)


def roughen(model: torch.nn.Module, spread: float = 0.6, gains: float = 1.0) -> None:
    """Random gains and biases: with those of a fresh norm every output would repeat one token."""
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for name, p in model.named_parameters():
            if p.dim() == 1:
                gain = float("norm" in name and name.endswith("weight"))
                p.copy_(gain + (0.1 + gains * gain) * torch.randn(p.shape, generator=generator))
            else:
                p.copy_(spread * torch.randn(p.shape, generator=generator))


@pytest.fixture(scope="session")
def opt_folder(tmp_path_factory):
    """(folder, Hugging Face's model)."""
    folder = tmp_path_factory.mktemp("opt")
    config = transformers.OPTConfig(
        vocab_size=300,
        hidden_size=16,
        word_embed_proj_dim=16,
        num_attention_heads=4,
        num_hidden_layers=2,
        ffn_dim=24,
        max_position_embeddings=20,
        dropout=0.0,
    )
    model = transformers.OPTForCausalLM(config).eval()
    roughen(model)
    model.save_pretrained(folder)
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(["the model reads the text"] * 3, vocab_size=280)
    tokenizer.save_model(str(folder))
    return folder, model


@pytest.fixture(scope="session")
def nllb_folder(tmp_path_factory):
    """(folder, Hugging Face's model)."""
    folder = tmp_path_factory.mktemp("nllb")
    config = transformers.M2M100Config(
        vocab_size=40,
        d_model=16,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=24,
        decoder_ffn_dim=24,
        max_position_embeddings=30,
        dropout=0.0,
        scale_embedding=True,
    )
    model = transformers.M2M100ForConditionalGeneration(config).eval()
    roughen(model)
    model.save_pretrained(folder)
    words = ["<s>", "<pad>", "</s>", "<unk>", "나는", "읽는다", "text"]
    words += CATALOGUE["nllb-200-distilled-600M"].languages.values()
    tokenizer = Tokenizer(WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder, model


@pytest.fixture
def found(opt_folder, nllb_folder):
    """Both, as ``find`` gives them."""
    return {
        "opt": files.find("opt-125m", opt_folder[0]),
        "nllb": files.find("nllb-200-distilled-600M", nllb_folder[0]),
    }


@pytest.fixture(scope="session")
def make_llama(tmp_path_factory):
    """``make_llama(rope_type, shard, **rope)`` -> (folder, Hugging Face's model)."""

    def make(rope_type="default", shard="1GB", **rope):
        folder = tmp_path_factory.mktemp("llama")
        config = transformers.LlamaConfig(
            vocab_size=300,
            hidden_size=32,
            intermediate_size=24,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=2048,
            rms_norm_eps=1e-5,
            rope_parameters={"rope_type": rope_type, "rope_theta": 500.0, **rope},
            tie_word_embeddings=True,
        )
        model = transformers.LlamaForCausalLM(config).eval()
        # the angles of two programs differ by their last digit: wilder numbers make much of it
        roughen(model, 0.15, 0.2)
        model.save_pretrained(folder, max_shard_size=shard)
        tokenizer = ByteLevelBPETokenizer()
        tokenizer.train_from_iterator(["the model reads the text"] * 3, vocab_size=280)
        tokenizer.save(str(folder / "tokenizer.json"))
        return folder, model

    return make


@pytest.fixture(scope="session")
def llama_folder(make_llama):
    """(folder, Hugging Face's model)."""
    return make_llama()
