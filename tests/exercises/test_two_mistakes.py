"""Two mistakes at once: at least one of them is called by its name."""

from itertools import combinations

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe

pytestmark = pytest.mark.slow

ATTENTION = """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.h = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(dropout)
    def forward(self, query, key, value, mask=None):
        B, _, d_model = query.shape
        h, d_k = self.h, d_model // self.h
        q = self.w_q(query).view(B, -1, h, d_k).transpose(1, 2)
        k = self.w_k(key).view(B, -1, h, d_k).transpose(1, 2)
        v = self.w_v(value).view(B, -1, h, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        out = self.dropout(weights) @ v
        out = out.transpose(1, 2).reshape(B, -1, d_model)
        return self.w_o(out), weights
"""
# a mistake -> what it puts in the place of what
ATTENTION_MISTAKES = {
    "not-scaled": ("/ math.sqrt(d_k)", ""),
    "scale-by-d-model": ("math.sqrt(d_k)", "math.sqrt(d_model)"),
    "scale-by-d-k": ("/ math.sqrt(d_k)", "/ d_k"),
    "softmax-over-queries": ("softmax(dim=-1)", "softmax(dim=-2)"),
    "softmax-over-heads": ("softmax(dim=-1)", "softmax(dim=1)"),
    "mask-inverted": ("masked_fill(~mask, torch", "masked_fill(mask, torch"),
    "query-from-value": ("self.w_q(query)", "self.w_q(value)"),
    "value-not-projected": ("self.w_v(value)", "value"),
    "one-projection-for-all": ("self.w_k(key)", "self.w_q(key)"),
    "merge-without-moving-back": ("out.transpose(1, 2).reshape", "out.reshape"),
    "no-output-projection": ("self.w_o(out), weights", "out, weights"),
    "view-straight-to-heads": (
        "self.w_k(key).view(B, -1, h, d_k).transpose(1, 2)",
        "self.w_k(key).view(B, h, -1, d_k)",
    ),
    "dropout-missing": ("self.dropout(weights)", "weights"),
    "weights-averaged": ("(out), weights", "(out), weights.mean(1)"),
}
LAYER = """
class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.ff = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first
    def forward(self, x, mask=None):
        if self.norm_first:
            y = self.norm1(x)
            a, w = self.attention(y, y, y, mask)
            x = x + self.dropout(a)
            x = x + self.dropout(self.ff(self.norm2(x)))
            return x, w
        a, w = self.attention(x, x, x, mask)
        x = self.norm1(x + self.dropout(a))
        x = self.norm2(x + self.dropout(self.ff(x)))
        return x, w
"""
LAYER_MISTAKES = {
    "no-residual-1": ("self.norm1(x + self.dropout(a))", "self.norm1(self.dropout(a))"),
    "no-residual-2": (
        "self.norm2(x + self.dropout(self.ff(x)))",
        "self.norm2(self.dropout(self.ff(x)))",
    ),
    "mask-lost": ("(x, x, x, mask)", "(x, x, x)"),
    "mask-lost-pre": ("(y, y, y, mask)", "(y, y, y)"),
    "norm-inside": ("self.norm1(x + self.dropout(a))", "x + self.norm1(self.dropout(a))"),
    "norm-first-ignored": ("if self.norm_first:", "if False:"),
    "always": ("if self.norm_first:", "if True:"),
    "one-norm": ("self.norm2(", "self.norm1("),
    "dropout-missing": ("self.dropout(", "("),
    "no-ffn": ("        x = self.norm2(x + self.dropout(self.ff(x)))\n", ""),
    "residual-normed": ("x = x + self.dropout(a)\n", "x = y + self.dropout(a)\n"),
    "only-x": ("return x, w", "return x"),
}


BANK = answers.Bank()


def report(exercise_id, text):
    exercise = exercises.find(exercise_id)
    answer = answers.define(exercise_id, text)
    first, second = (observe(exercise, answer, seed) for seed in (0, 1))
    found = judge(exercise, first, second, bank=BANK)
    assert not found.passed, text
    return found


def names(found):
    return {m.slug for m in found.explained} or {found.diagnosis}


@pytest.mark.parametrize(
    ("exercise_id", "right", "mistakes"),
    [
        ("MultiHeadAttention", ATTENTION, ATTENTION_MISTAKES),
        ("EncoderLayer", LAYER, LAYER_MISTAKES),
    ],
)
def test_one_of_two_is_named(exercise_id, right, mistakes):
    alone = {
        name: report(exercise_id, right.replace(*change)).diagnosis
        for name, change in mistakes.items()
    }
    unnamed, pairs = [], 0
    for first, second in list(combinations(mistakes, 2))[::5]:  # a share: each takes a second
        one = right.replace(*mistakes[first])
        both = one.replace(*mistakes[second])
        if both == one or mistakes[second][0] not in right:
            continue  # the first mistake took away what the second one changes
        pairs += 1
        if not names(report(exercise_id, both)) & {alone[first], alone[second]}:
            unnamed.append((first, second))
    assert pairs > 10
    assert len(unnamed) <= 0.05 * pairs, unnamed
    assert sum(d is not None for d in alone.values()) >= 0.8 * len(alone)


def test_the_report_speaks_of_both():
    text = ATTENTION.replace(" / math.sqrt(d_k)", "").replace("dim=-1", "dim=-2")
    found = report("MultiHeadAttention", text)
    assert names(found) == {"not-scaled", "softmax-over-queries"}
    assert "There are two mistakes at once" in found.means
    assert "The columns of your weights sum to one" in found.means


STEP = """
def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.1):
    optimizer.zero_grad()
    loss = sequence_loss(model(src, tgt[:, :-1]), tgt[:, 1:], pad_id, label_smoothing)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    optimizer.step()
    return loss.item()
"""
SENTENCE = """
def sequence_loss(logits, labels, pad_id, label_smoothing=0.1):
    losses = []
    for row, wanted in zip(logits, labels):
        keep = wanted != pad_id
        log_p = row[keep].log_softmax(-1)
        right = log_p.gather(-1, wanted[keep, None])[:, 0]
        losses.append(-((1 - label_smoothing) * right + label_smoothing * log_p.mean(-1)).mean())
    return torch.stack(losses).mean()
"""


@pytest.mark.parametrize(
    ("exercise_id", "text", "both"),
    [
        ("train_step", STEP, {"smoothing-by-default", "gradients-clipped"}),
        ("sequence_loss", SENTENCE, {"mean-of-means", "smoothing-by-default"}),
    ],
)
def test_what_is_often_done_together_is_told_as_two(exercise_id, text, both):
    assert names(report(exercise_id, text)) == both
