"""The truth of `load_opt` and `load_m2m100` is what Hugging Face's models compute."""

import torch
import transformers

from tutor_utils.engine.inputs import Inputs
from tutor_utils.exercises.nb08 import opt
from tutor_utils.exercises.nb09 import m2m


def test_opt():
    sizes = (30, 8, 2, 2, 12, 9)
    file = opt.tensors(Inputs(3), sizes)
    config = transformers.OPTConfig(
        vocab_size=30,
        hidden_size=8,
        word_embed_proj_dim=8,
        num_attention_heads=2,
        num_hidden_layers=2,
        ffn_dim=12,
        max_position_embeddings=9,
        dropout=0.0,
    )
    model = transformers.OPTForCausalLM(config).double().eval()
    model.load_state_dict(file)
    ids = torch.randint(30, (2, 7), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        torch.testing.assert_close(opt.logits(file, ids, 2), model(ids).logits)


def test_m2m100():
    sizes = (30, 30, 8, 2, 2, 12)
    file = m2m.with_copies(m2m.tensors(Inputs(3), sizes))
    file = {name: t for name, t in file.items() if "embed_positions" not in name}
    config = transformers.M2M100Config(
        vocab_size=30,
        d_model=8,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=12,
        decoder_ffn_dim=12,
        dropout=0.0,
    )
    model = transformers.M2M100ForConditionalGeneration(config).double().eval()
    model.load_state_dict(file)
    src, tgt = torch.tensor([[5, 6, 7, 2], [8, 2, 1, 1]]), torch.tensor([[2, 9, 4], [2, 3, 3]])
    with torch.no_grad():
        theirs = model(
            input_ids=src, attention_mask=(src != 1).long(), decoder_input_ids=tgt
        ).logits
    torch.testing.assert_close(m2m.logits(file, src, tgt, 2), theirs)
