"""A learner's model in OPT's published form."""

import torch
import transformers

from tutor_utils.published import opt_tensors

SIZES = {"d_model": 16, "num_heads": 4, "num_layers": 2, "d_ff": 24, "max_len": 20}


def test_hugging_face_s_opt_opens_a_learner_s_model(part, opt_folder):
    torch.manual_seed(0)
    model = part("LanguageModel")(300, **SIZES).eval()
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(0.6 * torch.randn(p.shape))
    tensors = opt_tensors(model, part("load_opt"), vocab_size=300, **SIZES)
    theirs = transformers.OPTForCausalLM(opt_folder[1].config).eval()
    missing, unknown = theirs.load_state_dict(tensors, strict=False)
    assert missing == ["lm_head.weight"] and not unknown  # the table once more
    theirs.tie_weights()
    ids = torch.tensor([[2, 7, 11, 25, 9]])
    with torch.no_grad():
        torch.testing.assert_close(model(ids), theirs(ids).logits, atol=1e-5, rtol=1e-5)
