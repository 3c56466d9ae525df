"""torch.compile really follows the model: the course's, and one that mixes in a learner's parts.

The "eager" backend needs no C compiler: it traces the whole forward pass, which is where a model
made of carried-on parts can fail. (Inductor's own part, the code, costs 15 seconds a function.)
"""

import pytest
import torch
from test_whose_parts import OWN, keep

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import CONFIGS

# One package a process: Dynamo remembers modules by name, and every package has the same name.
NAMES = ("MultiHeadAttention", "FeedForward", "EncoderLayer", "Encoder", "Transformer")
MIXED = {name: OWN[name] for name in NAMES}  # the rest is the course's


@pytest.fixture(autouse=True)
def forgotten():
    yield
    torch._dynamo.reset()


@pytest.mark.parametrize("own", [{}, MIXED], ids=["course's", "mixed"])
def test_every_kind_of_model_is_one_graph(own, small):
    for exercise, stem in own.items():
        keep(exercise, stem)
    transformer = load_answer("Transformer")
    assert transformer.is_learners == bool(own)
    model = small.build_model(transformer.value)
    src, tgt = CONFIGS["copy"].task.batch(3, torch.Generator().manual_seed(0))
    graphs = []

    def backend(graph, example_inputs):
        graphs.append(graph)
        return graph.forward

    compiled = torch.compile(model, backend=backend, fullgraph=not own)
    torch.testing.assert_close(compiled(src, tgt[:, :-1]), model(src, tgt[:, :-1]))
    assert len(graphs) >= 1 and (own or len(graphs) == 1)
