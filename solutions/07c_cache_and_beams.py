# %% [markdown]
# # 07c · Cache and beams
#
# Two questions about decoding. `greedy_decode` computes every old token again in each step: must it? And it takes the likeliest token and never looks back: what does it miss?
#
# **About 15 minutes**, and an hour for the two bonus exercises. You need notebook 07.

# %%
import math
from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from tutor_utils import check, hint, mine, predict, set_seed, solution, training, viz

torch.set_num_threads(1)
PAD, BOS, EOS = 0, 1, 2

# %%
split_heads, merge_heads, masked_attend = mine("split_heads", "merge_heads", "masked_attend")
padding_mask, MultiHeadAttention = mine("padding_mask", "MultiHeadAttention")
greedy_decode = mine("greedy_decode")

# %% [markdown]
# ## Decoding without doing everything twice
#
# `greedy_decode` gives the decoder all tokens so far, again and again. But the future is hidden: what an earlier token computes cannot change when a later one is added.
#
# ### A worked example
#
# One layer of self-attention, three tokens, then a fourth. The first three outputs stay as they were.

# %% tags=["nbval-ignore-output"]
set_seed(5)
attention, tokens = MultiHeadAttention(8, 2).eval(), torch.randn(1, 4, 8)
past = torch.ones(4, 4).tril().bool()
with torch.no_grad():
    three = attention(*[tokens[:, :3]] * 3, past[:3, :3])[0]  # (1, 3, 8)
    four = attention(*[tokens] * 3, past)[0]  # (1, 4, 8)
print("three tokens:       ", three[0, :, 0])  # the first feature of each output
print("and the fourth token:", four[0, :, 0])

# %% [markdown]
# And the fourth one? It asks with its own query, and reads the keys and values of all four. So keys and values are worth keeping, old queries and outputs are not. This store is called the **key/value cache**.

# %% tags=["nbval-ignore-output"]
with torch.no_grad():
    newest = attention(tokens[:, -1:], tokens, tokens)[0]  # one query, four keys: (1, 1, 8)
print("one query:  ", newest[0, :, :3])  # three features of the newest output
print("all queries:", four[0, -1:, :3])

# %% [markdown]
# *Your prediction:* one row, 10 tokens are said, bos is the first that is read. How many tokens pass through a decoder layer, all steps together, without a cache?

# %% predict="tokens_without_cache"
### BEGIN SOLUTION
answer = 55
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("tokens_without_cache", answer)

# %% [markdown]
# ## Bonus exercise: `cached_greedy_decode`
#
# The check uses the course's `Transformer`. Its parts:
#
# | | |
# |---|---|
# | `model` | `target`, `decoder`, `output` |
# | `model.decoder` | `layers`, `norm` |
# | a layer | `self_attention`, `cross_attention`, `feed_forward`, `norms` (three), `norm_first` |
#
# `model.target(ids)` embeds. `decoder.norm` does nothing in post-LN. Two helpers stand in the function already: `project` makes keys and values, `attend_kept` attends to those that you kept. Difficulty: hard. About 30 minutes, 20 to 25 lines.


# %% exercise="cached_greedy_decode"
def cached_greedy_decode(
    model: nn.Module, src: Tensor, max_len: int, bos_id: int, eos_id: int, pad_id: int
) -> Tensor:
    """What greedy_decode says, with each token sent through the layers once.

    Keys and values of earlier tokens are kept; those of the memory are made once. As in
    ``decode``, a pad that the model says itself is hidden from later tokens. Runs in eval mode
    without gradients, and gives the model its mode back.

    Shapes:
        src: (B, L_s) -> (B, width) long: without bos, pads after eos; width is that of the longest
            answer, or more, and at most max_len
    """

    def project(attention: nn.Module, x: Tensor) -> list[Tensor]:
        """Keys and values of x, (B, h, L, d_k) each."""
        return [split_heads(w(x), attention.num_heads) for w in (attention.w_k, attention.w_v)]

    def attend_kept(attention: nn.Module, y: Tensor, kept: list[Tensor], mask: Tensor) -> Tensor:
        """What the tokens of y take from kept keys and values: (B, L, d_model)."""
        query = split_heads(attention.w_q(y), attention.num_heads)
        return attention.w_o(merge_heads(masked_attend(query, *kept, mask)[0]))

    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        layers = model.decoder.layers
        crossed = [project(layer.cross_attention, memory) for layer in layers]
        kept = [([], []) for _ in layers]  # keys and values of the tokens so far
        said = torch.full((len(src), 1), bos_id, device=src.device)
        finished = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        nothing = [nn.Identity()] * 3
        for _ in range(max_len):
            mask = padding_mask(said, pad_id)  # (B, 1, 1, steps so far)
            x = model.target(said)[:, -1:]  # (B, 1, d_model): the newest token, at its place
            for i, layer in enumerate(layers):
                before, after = layer.norms, nothing
                if not layer.norm_first:
                    before, after = after, before
                y = before[0](x)
                for store, new in zip(kept[i], project(layer.self_attention, y), strict=True):
                    store.append(new)  # (B, h, 1, d_k)
                so_far = [torch.cat(store, dim=2) for store in kept[i]]
                x = after[0](x + attend_kept(layer.self_attention, y, so_far, mask))
                y = before[1](x)
                x = after[1](x + attend_kept(layer.cross_attention, y, crossed[i], src_mask))
                x = after[2](x + layer.feed_forward(before[2](x)))
            token = model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1)  # (B,)
            token = token.masked_fill(finished, pad_id)
            said = torch.cat([said, token[:, None]], dim=1)
            finished |= token == eos_id
            if finished.all():
                break
    model.train(was_training)
    return said[:, 1:]
    ### END SOLUTION


# %% check="cached_greedy_decode"
check(cached_greedy_decode)

# %% [markdown]
# ### Look at it: the price of one more token
#
# We count multiplications, which are the same on every machine. The model is the course's, untrained, with the names above. We forbid it to say eos, so that it always says all tokens.

# %% tags=["nbval-ignore-output"]
cached_greedy_decode = mine("cached_greedy_decode")
NamedTransformer = mine("Transformer", own=False)


# %%
set_seed(7)
talker = NamedTransformer(50, 50, d_model=64, num_heads=4, num_layers=1, d_ff=256)
with torch.no_grad():
    talker.output.bias[EOS] = -99.0
src = torch.randint(3, 50, (1, 10))


def multiplications(decode: Callable, length: int) -> int:
    """How many it takes to say so many tokens."""
    with FlopCounterMode(display=False) as counter:
        decode(talker, src, length, BOS, EOS, PAD)
    return counter.get_total_flops() // 2  # it counts a product and its sum as two


said = [decode(talker, src, 60, BOS, EOS, PAD) for decode in (greedy_decode, cached_greedy_decode)]
assert torch.equal(*said)  # the same 60 tokens

# %%
lengths = range(10, 31, 10)
price = {}
for name, decode in (("all again", greedy_decode), ("cache", cached_greedy_decode)):
    total = [multiplications(decode, n) for n in (0, *lengths)]
    price[name] = [(b - a) / 10 / 1e6 for a, b in pairwise(total)]  # per token, in millions
curves = viz.curves(
    {name: (lengths, prices) for name, prices in price.items()},
    x_label="tokens said so far",
    y_label="million multiplications\nfor one more token",
    title="With a cache, each token costs the same",
)
alt = "Without a cache each token costs more than the one before. With a cache the line is flat."
print(
    "one of the last 10 tokens costs, without against with a cache:",
    round(price["all again"][-1] / price["cache"][-1]),
    "to 1",
)
viz.picture(curves.figure, alt=alt)

# %% [markdown]
# Look at the two lines. Without a cache the price of a token grows with the tokens before it, so n tokens send n(n+1)/2 through the layers instead of n. With a cache only reading the stored keys becomes more expensive, and that cost is small. This is why programs that answer with a language model keep such a cache.

# %% [markdown]
# That count is not the time. Each call of a small operation also costs a fixed time, however little it computes, and here that is most of it. So the clock may show a smaller gain than the count.

# %% tags=["nbval-ignore-output"]
for name, decode in (("all again", greedy_decode), ("cache", cached_greedy_decode)):
    start = perf_counter()
    decode(talker, src, 250, BOS, EOS, PAD)
    print(f"{name}: {perf_counter() - start:.2f} seconds for 250 tokens")

# %% [markdown]
# ### And its price: memory
#
# A key and a value, d_model numbers each, for every token, every layer and every row. How much is that for the self-attention of the paper's base model (6 layers, 512 features; 65 million parameters, Table 3)?

# %%
bytes_per_token = 2 * 6 * 512 * 4  # key and value, layers, features, bytes of a float32
print("one token:", bytes_per_token // 1024, "KiB")
for rows, length in ((1, 512), (64, 512), (64, 8192)):
    gib = rows * length * bytes_per_token / 2**30
    print(f"{rows:2} rows of {length:4} tokens: {gib:5.2f} GiB")
print(f"the weights of the model: {65e6 * 4 / 2**30:.2f} GiB")

# %% [markdown]
# With 64 rows of 8192 tokens the cache needs 12 GiB, the weights a quarter of one. Newer models share keys and values between heads to make it smaller: *grouped-query attention* ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)).

# %% [markdown]
# ## More than one hypothesis
#
# Greedy decoding takes the likeliest token and never looks back. **Beam search** keeps several hypotheses, as a chess player keeps several lines in mind.
#
# ### A worked example
#
# Two steps, probabilities by hand. `A` looks better at first: 0.6 against 0.4. But all that follows it is unsure.

# %%
start = {"A": 0.6, "B": 0.4}
follows = {"A": {"C": 0.5, "D": 0.5}, "B": {"C": 0.9, "D": 0.1}}
for first, p in start.items():
    for second, q in follows[first].items():
        print(first, second, "probability", round(p * q, 2))

# %% [markdown]
# *Your prediction:* which of the four does a beam of 2 find?

# %% predict="greedy_and_best"
### BEGIN SOLUTION
answer = "B C"
# ~ answer = None  # TODO: "A C", "A D", "B C" or "B D"
### END SOLUTION
predict("greedy_and_best", answer)

# %% [markdown]
# ### Long against short
#
# Each token multiplies by a number below 1, so sums of log-probabilities fall and short answers win. The **length penalty** of Wu et al. (2016) divides the sum, with α = 0.6 and a beam of 4 in the paper (section 6.1):
#
# $$s(y) = \frac{\ln p(y)}{\left((5 + |y|) / 6\right)^{\alpha}}$$

# %%
for tokens, log_p in ((3, -3.0), (6, -4.0)):
    scores = [round(log_p / ((5 + tokens) / 6) ** a, 2) for a in (0.0, 0.6, 1.2)]
    print(tokens, "tokens, score with penalty 0, 0.6 and 1.2:", scores)

# %% [markdown]
# Without a penalty and with 0.6 the short answer wins here, with 1.2 the long one.

# %% [markdown]
# ## Bonus exercise: `beam_search`
#
# Difficulty: hard. About 30 minutes, 20 to 25 lines.


# %% exercise="beam_search"
def beam_search(
    model: nn.Module,
    src: Tensor,
    beam: int,
    max_len: int,
    bos_id: int,
    eos_id: int,
    pad_id: int,
    length_penalty: float,
) -> Tensor:
    """The best hypothesis for each row (paper, section 6.1; Wu et al. 2016).

    In each step every hypothesis without eos is continued by every id. Of these, and of those that
    have ended, the ``beam`` with the best scores stay. When all have ended, or after max_len
    steps, the best one is the answer, ended or not. Its score is the sum of log-probabilities
    divided by ((5 + length) / 6) ** length_penalty; length counts all tokens said, also eos.
    Runs in eval mode without gradients, and gives the model its mode back.

    Shapes:
        src: (B, L_s) -> (B, width) long: without bos, pads after eos; width is that of the longest
            answer, or more, and at most max_len
    """
    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = (x.repeat_interleave(beam, dim=0) for x in model.encode(src))
        said = torch.full((len(memory), 1), bos_id, device=src.device)  # (B*beam, 1)
        total = torch.full((len(src), beam), -math.inf, device=src.device)
        total[:, 0] = 0.0  # one hypothesis to begin with
        length = torch.zeros_like(total)
        ended = torch.zeros_like(total, dtype=torch.bool)
        first = torch.arange(len(src), device=src.device)[:, None] * beam  # of each row
        for step in range(1, max_len + 1):
            logits = model.decode(said, memory, src_mask)[:, -1]  # (B*beam, V)
            log_p = logits.log_softmax(dim=-1).view(len(src), beam, -1)
            log_p = log_p.masked_fill(ended[..., None], -math.inf)
            log_p[..., pad_id].masked_fill_(ended, 0.0)  # what ended waits, at no cost
            sums = total[..., None] + log_p  # (B, beam, V)
            lengths = torch.where(ended, length, step)
            penalty = ((5 + lengths) / 6) ** length_penalty
            best = (sums / penalty[..., None]).flatten(1).topk(beam).indices  # (B, beam)
            parent, token = best // log_p.shape[-1], best % log_p.shape[-1]
            total, length = sums.flatten(1).gather(1, best), lengths.gather(1, parent)
            ended = ended.gather(1, parent) | (token == eos_id)
            said = torch.cat([said[(first + parent).flatten()], token.view(-1, 1)], dim=1)
            if ended.all():
                break
    model.train(was_training)
    return said.view(len(src), beam, -1)[:, 0, 1:]
    ### END SOLUTION


# %% check="beam_search"
check(beam_search)

# %% [markdown]
# ### Look at it: does it find better sequences?
#
# A trained copier is so sure that greedy decoding finds the best at once. Where a model is unsure there is something to search: a copier after 30 steps. For 200 held-out sequences, the log-probability of what each beam finds.

# %%
beam_search, Transformer, exact_match = mine("beam_search", "Transformer", "exact_match")
shift_target, copies = mine("shift_target"), training.CONFIGS["copy"]
unsure = copies.build_model(Transformer, seed=0)
training.Trainer(unsure, copies).run(30, eval_every=30, count=20)
src, tgt, _ = training.held_out.sequences(copies.task, 1, 200, seed=0)
labels = shift_target(tgt)[1]


# %%
def log_probability(src: Tensor, said: Tensor) -> float:
    """Sum of the log-probabilities up to eos of what was said, (B, L), mean over the rows."""
    start = torch.full_like(said[:, :1], BOS)
    with torch.no_grad():
        logits = unsure(src, torch.cat([start, said[:, :-1]], dim=1))  # (B, L, V)
    each = logits.log_softmax(-1).gather(-1, said[..., None])[..., 0]  # (B, L)
    return each.masked_fill(said == PAD, 0.0).sum(dim=1).mean().item()


# %%
beams = (1, 2, 4, 8)
found = [beam_search(unsure, src, k, 11, BOS, EOS, PAD, 0.0) for k in beams]
likely = [log_probability(src, said) for said in found]
matches = [exact_match(said, labels, EOS, PAD) for said in found]
curves = viz.curves(
    {"200 held-out sequences": (beams, likely)},
    x_label="beam",
    y_label="log-probability\nof what was found",
    title="A larger beam finds likelier sequences",
)
viz.picture(curves.figure, alt="The log-probability rises fast with the first beams, then slowly.")

# %% tags=["nbval-ignore-output"]
print("beam   log-probability   exact match")
for beam, mean, match in zip(beams, likely, matches, strict=True):
    print(f"{beam:4}{mean:18.3f}{match:14.0%}")

# %% [markdown]
# Compare the two columns. The gain is largest at first, while the work grows with the beam. And *likelier* is not *right*: the beam finds what this model believes. Notebook 09 has a case with two right answers. There a beam holds both to the end.

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | kept keys and values of a layer | (B, h, tokens so far, d_k), twice |
# | hypotheses | (B · beam, tokens so far) |
# | decoded, both | (B, at most max_len) |
