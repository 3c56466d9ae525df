"""torch.nn.Transformer behind the course's interface: as large as ours, and right."""

import torch

from tutor_utils.training import TorchTransformer

SIZE = {"d_model": 16, "num_heads": 4, "num_layers": 2, "d_ff": 24, "dropout": 0.0, "max_len": 12}


def test_as_many_parameters_as_ours(transformer):
    def count(make):
        return sum(p.numel() for p in make(11, 13, **SIZE, norm_first=True).parameters())

    assert count(TorchTransformer) == count(transformer)


def test_no_future_and_no_pads_are_seen():
    torch.manual_seed(0)
    model = TorchTransformer(11, 13, **SIZE, norm_first=True).eval()
    src, tgt = torch.tensor([[5, 6, 2, 0]]), torch.tensor([[1, 7, 8, 9]])
    logits = model(src, tgt)
    assert logits.shape == (1, 4, 13)
    later = tgt.clone()
    later[0, 3] = 4
    assert torch.allclose(logits[:, :3], model(src, later)[:, :3], atol=1e-6)
    assert not torch.allclose(logits[:, 3], model(src, later)[:, 3], atol=1e-3)
    assert torch.allclose(logits, model(src[:, :3], tgt), atol=1e-5), "a pad changes nothing"


def test_tied_embeddings_share_weights():
    model = TorchTransformer(11, 13, **SIZE, tie_weights=True)
    assert model.output.weight is model.target.weight
