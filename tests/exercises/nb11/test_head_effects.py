"""What the heads add, and what all else adds, is the logit."""

import torch

from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.nb11.reader import Reader


def test_heads_and_the_rest_add_up_to_the_logit():
    model = Reader(3, 7, 8, 4, 2).eval()
    ids, target = torch.tensor([[1, 5, 2], [6, 0, 4]]), torch.tensor([3, 1])
    said = []
    parts = [model.embed, model.norm, *(layer.narrow for layer in model.layers)]
    for part in parts:
        part.register_forward_hook(lambda part, args, out: said.append((args[0], out)))
    with torch.no_grad():
        logit = model(ids)[:, -1].gather(1, target[:, None])[:, 0]
        heads = course_answer("head_effects", own=False)(model, ids, target).sum()

        (_, embedded), *narrow, (last, _) = said[: len(parts)]
        rest = embedded[:, -1] + sum(out[:, -1] for _, out in narrow)
        rest = rest + sum(attention.w_o.bias for attention in model.attentions)
        row = model.output.weight[target]
        size = (last[:, -1].var(-1, unbiased=False, keepdim=True) + model.norm.eps).sqrt()
        normed = (rest - rest.mean(-1, keepdim=True)) / size * model.norm.weight + model.norm.bias
        rest = (normed * row).sum(-1) + model.output.bias[target]
    torch.testing.assert_close(heads + rest.mean(), logit.mean())
