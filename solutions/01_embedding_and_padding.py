# %% [markdown]
# # 01 · Embedding and padding
#
# After this notebook you can
#
# - turn words into ids, and lists of different lengths into one tensor,
# - turn ids into vectors,
# - add a second vector that says the position, and show that a step along the sequence is a rotation.
#
# **About 50 minutes**: 14 to read and run, 37 to write. You need Python lists and classes.

# %%
import math

import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

# %% [markdown]
# ## The map
#
# The marked boxes are what you build now: the way into the encoder, and the same way into the decoder.

# %%
viz.architecture("embedding", "positions")

# %% [markdown]
# ## Words become ids
#
# A model reads numbers. The **vocabulary** gives each known word its number, its id. Four ids are special: filler (pad), begin (bos), end (eos), and `<unk>` for words that nobody knows.

# %%
specials = {"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3}
vocab = specials | {"when": 4, "you": 5, "play": 6, "the": 7, "game": 8, "of": 9}
# Try: "when you play the game of thrones". What stops it?
print([vocab[word] for word in "when you play the game".split()])

# %% [markdown]
# ## Exercise: `encode`
#
# Difficulty: easy. About 4 minutes, 1 to 6 lines.


# %% exercise="encode"
def encode(tokens: list[str], vocab: dict[str, int]) -> list[int]:
    """The id of each token; an unknown token gets the id of ``<unk>``.

    Stops with an error where a token is unknown and the vocabulary has no ``<unk>``.
    """
    ### BEGIN SOLUTION
    return [vocab[token] if token in vocab else vocab["<unk>"] for token in tokens]
    ### END SOLUTION


# %% check="encode"
check(encode)
# %%
encode = mine("encode")
print(encode("when you play the game of thrones".split(), vocab))

# %% [markdown]
# ## Ten sequences, one tensor
#
# These ten were encoded already, over a vocabulary of 100. Only id 0, the pad, is special in them.

# %%
data = [
    [62, 73, 47, 39, 78, 33, 56, 73, 39, 29, 44, 86, 71, 36, 78, 75],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 70, 63, 21, 54],
    [75, 51],
    [66, 88, 98, 47],
    [21, 39, 70, 64, 21],
    [98],
    [77, 65, 51, 77, 79, 75, 35, 79, 23, 97, 50, 46, 53, 42, 45, 91, 66, 63, 43, 70],
    [70, 64, 98, 25, 99, 53, 64, 73, 69, 62, 66, 76, 75, 75, 45, 34],
    [20, 64, 81, 35, 76, 85, 61, 62, 68, 45, 99, 77, 79, 43],
]
print("lengths:", [len(row) for row in data])

# %% [markdown]
# ### Your prediction: the shape
#
# A tensor needs rows of one length, so short rows are filled up with pads. There are ten sequences, and the longest has 20 ids. What is the shape of the padded batch?

# %% predict="padded_shape"
### BEGIN SOLUTION
answer = (10, 20)
# ~ answer = None  # TODO: a tuple of two sizes
### END SOLUTION
predict("padded_shape", answer)

# %% [markdown]
# ## Exercise: `pad_batch`
#
# Leave the argument as it was: somebody may still use the list. B is the number of sequences (the batch), L_max the length of the longest.
#
# Difficulty: medium. About 6 minutes, 3 to 6 lines.


# %% exercise="pad_batch"
def pad_batch(sequences: list[list[int]], pad_id: int) -> Tensor:
    """One tensor of all sequences, filled up with pads on the right.

    Shapes:
        returns (B, L_max) long; an empty sequence is a row of pads
    """
    ### BEGIN SOLUTION
    width = max(len(row) for row in sequences)
    rows = [list(row) + [pad_id] * (width - len(row)) for row in sequences]
    return torch.tensor(rows, dtype=torch.long)
    ### END SOLUTION


# %% check="pad_batch"
check(pad_batch)
# %% [markdown]
# ### Look at it
#
# Each row is a sequence; the dark part at its right is filler. Which row is nearly all filler?

# %%
pad_batch = mine("pad_batch")
batch = pad_batch(data, 0)
print(tuple(batch.shape), "| share of pads:", round((batch == 0).double().mean().item(), 2))
viz.matrix(
    batch, title="Ten sequences; dark blue is padding", row_axis="sequence", column_axis="position"
)

# %% [markdown]
# ## Ids become vectors
#
# An id is only a name: word 8 is not twice word 4. The **embedding** is a table with a row of d_model numbers for each id. To embed a word is to look up its row. Notebook 00 set them by hand. In a model they begin at random and are trained.
#
# Dig deeper: [Where the rows come from](01a_where_the_rows_come_from.ipynb).

# %%
table = torch.tensor([[0.0, 0.0, 0.0], [0.9, 0.3, 0.1], [0.8, 0.2, 0.0]])  # 3 ids, d_model = 3
# Try: the ids [2, 2, 2]
print(table[torch.tensor([1, 2, 0])])  # (3,) -> (3, 3): a row for each id

# %% [markdown]
# ### Your prediction: the size of the table
#
# A vocabulary of 100 and d_model = 512: how many numbers does the table hold?

# %% predict="table_size"
### BEGIN SOLUTION
answer = 51_200
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("table_size", answer)

# %% [markdown]
# ### A module in PyTorch
#
# A model is made of **modules**. `__init__` makes the parts and keeps each as `self.…`; `forward` says what becomes of an input. The **parameters** are the numbers that training changes. A module is called like a function. Where `self.` is missing, a part is forgotten, with its parameters.


# %%
class Mix(nn.Module):
    """Two features -> one: each times a learned number, and their sum plus another."""

    def __init__(self) -> None:
        super().__init__()  # always first
        self.layer = nn.Linear(2, 1)  # the part, with its parameters

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)  # (..., 2) -> (..., 1)


mix = Mix()
print(tuple(mix(torch.tensor([[3.0, 4.0]])).shape))  # calls forward: (1, 2) -> (1, 1)
# Try: a second part, self.more = nn.Linear(1, 5). What is listed?
print([(name, tuple(p.shape)) for name, p in mix.named_parameters()])

# %% [markdown]
# ## Exercise: `TokenEmbedding`
#
# V is the number of ids, L the length of the padded sequences. Multiply each row by √d_model, as the paper does (section 3.4): rows that begin small (notebook 06) are then not lost beside the positions. The pad says nothing: its row is zero and stays zero.
#
# `nn.Embedding(V, d_model)` is such a table, trained; `padding_idx=` keeps one row at zero.
#
# Dig deeper: [What the factor is for, and how words and positions share one sum](01b_words_and_positions_in_one_sum.ipynb).
#
# Difficulty: medium. About 6 minutes, 4 to 6 lines.


# %% exercise="TokenEmbedding"
class TokenEmbedding(nn.Module):
    """Looks up a trained vector for each id, times √d_model (paper, section 3.4).

    The row of pad_id is zero and gets no gradient.

    Shapes:
        ids (B, L) long -> (B, L, d_model)
    """

    def __init__(self, V: int, d_model: int, pad_id: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.d_model = d_model
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        ### END SOLUTION

    def forward(self, ids: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        return self.table(ids) * math.sqrt(self.d_model)  # (B, L) -> (B, L, d_model)
        ### END SOLUTION


# %% check="TokenEmbedding"
check(TokenEmbedding)
# %%
TokenEmbedding = mine("TokenEmbedding")
set_seed(0)
vectors = TokenEmbedding(100, 512, 0)(batch)
print(tuple(batch.shape), "->", tuple(vectors.shape))
print("largest number in a pad's vector:", vectors[batch == 0].abs().max().item())

# %% [markdown]
# ### Break it: a table that does not know the pad
#
# Leave `padding_idx` out. Then the pad is a word like any other: its vector is not zero, every pad gets the same, and training changes it.

# %%
set_seed(0)
plain = nn.Embedding(100, 512)(batch)
pads = plain[batch == 0]
print(len(pads), "pads; the first numbers of two of them:")
for pad in (pads[0], pads[-1]):
    print([round(number, 2) for number in pad[:5].tolist()])

# %% [markdown]
# ## Where does a token stand?
#
# Attention compares all tokens at once. By itself it does not see their order: *dog bites man* and *man bites dog* are the same three vectors, and only the order says who bites. So each position gets a vector of its own, and it is added to the token's.
#
# The paper's vectors are waves (section 3.5): each feature goes up and down along the sequence, the first ones fast, the last ones slowly. One wave is not enough: positions 0 and 6 are nearly alike on feature 2 (the flat line), and far apart on feature 4 (the steep one).

# %%
position = torch.arange(13)
d_model = 28  # a width at which this can be seen; the formula follows
waves = {}
# Try: features 0 and 6. Do they tell positions 0 and 6 apart?
for feature in (2, 4):
    wave = (position / 10000 ** (feature / d_model)).sin()
    waves[f"feature {feature}"] = (position, wave)
    waves[f"0 and 6 on feature {feature}"] = ([0, 6], wave[[0, 6]])
    print(f"feature {feature}: position 0 has {wave[0]:.2f}, position 6 has {wave[6]:.2f}")
viz.curves(
    waves,
    x_label="position",
    y_label="value",
    title="Two features along the sequence",
)

# %% [markdown]
# ### Your prediction: what alternates?
#
# The table has a row for each position, a column for each feature. Half of its numbers are sines, half cosines. Along which axis do they alternate?

# %% predict="sine_axis"
### BEGIN SOLUTION
answer = "features"
# ~ answer = None  # TODO: "positions" or "features"
### END SOLUTION
predict("sine_axis", answer)

# %% [markdown]
# ## Exercise: `sinusoidal_encoding`
#
# Features come in pairs. i counts the pairs, pos the positions, both from 0 (section 3.5):
#
# $$PE_{(pos,\,2i)} = \sin\left(pos / 10000^{2i/d_{model}}\right) \qquad PE_{(pos,\,2i+1)} = \cos\left(pos / 10000^{2i/d_{model}}\right)$$
#
# By hand, for d_model = 4: pair i = 1 has the angle pos / 10000^(2/4) = pos / 100. At position 3 that is 0.03, so feature 2 is sin 0.03 = 0.03 and feature 3 is cos 0.03 = 1.00.
#
# Difficulty: medium. About 10 minutes, 6 to 9 lines. Three positions first: `[:, None]` makes a column of them, and `0::2` is every second place.

# %%
three = torch.tensor([0.0, 1.0, 2.0])  # the shape (3,)
column = three[:, None]  # a new axis of size 1: the shape (3, 1)
print((column * torch.tensor([10.0, 1.0])).tolist())  # (3, 1) * (2,) broadcasts to (3, 2)
places = torch.zeros(6)
places[0::2] = three  # places 0, 2, 4; 1::2 would be 1, 3, 5
print(places.tolist())


# %% exercise="sinusoidal_encoding"
def sinusoidal_encoding(length: int, d_model: int) -> Tensor:
    """The table of positions (paper, section 3.5).

    Feature 2i of position pos is sin(pos / 10000^(2i/d_model)), feature 2i+1 the cosine of the
    same angle.

    Shapes:
        returns (length, d_model) float32

    Stops with an error where d_model is odd.
    """
    ### BEGIN SOLUTION
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even: sine and cosine come in pairs")
    position = torch.arange(length, dtype=torch.float64)[:, None]  # (length, 1)
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)  # (d_model/2,): already 2i
    angle = position / 10000 ** (two_i / d_model)  # (length, d_model/2)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
    ### END SOLUTION


# %% check="sinusoidal_encoding"
check(sinusoidal_encoding)
# %% [markdown]
# ### Look at it
#
# Follow one feature from left to right: the upper rows change fast, the lower ones hardly at all.

# %%
sinusoidal_encoding = mine("sinusoidal_encoding")
print([round(number, 2) for number in sinusoidal_encoding(4, 4)[3].tolist()])
table = sinusoidal_encoding(60, 32)
viz.matrix(
    table.mT,
    title="Each column is a position",
    row_axis="feature",
    column_axis="position",
    signed=True,
)

# %% [markdown]
# ### A step is a rotation
#
# Why sine **and** cosine? Together they are a hand that turns. Sine is how high its tip stands, cosine how far right. A step along the sequence turns each hand by a fixed angle, wherever it starts: compare from 0 to 3 with from 4 to 7, then move the slider.

# %%
positions, steps = sinusoidal_encoding(11, 28), range(1, 7)
# Try: other starts
dials = [viz.clock_hands(positions, pairs=(1, 2), step=k, starts=(0, 4)) for k in steps]
viz.Slides(dials, words=[f"+{k}" for k in steps], slider="A step of", start=2)

# %% [markdown]
# Such a turn is a rotation, and a rotation is a matrix. So for each distance k **one** matrix leads from any position to the one k further on. With w = 1 / 10000^(2i/d_model) for the speed of hand i:
#
# $$\sin(w(pos+k)) = \cos(wk)\sin(w\,pos) + \sin(wk)\cos(w\,pos)$$
#
# $$\cos(w(pos+k)) = \cos(wk)\cos(w\,pos) - \sin(wk)\sin(w\,pos)$$
#
# This is the paper's reason for the waves: "three positions back" should be easy to learn. Here is the matrix for k = 3, tried on every position. So the dot product of two positions depends on their **distance** alone: three starting points, and the lines lie on each other.

# %%
far = sinusoidal_encoding(60, 32)
turn = torch.zeros(32, 32)
for i in range(16):
    angle = 3 / 10000 ** (2 * i / 32)
    c, s = math.cos(angle), math.sin(angle)
    turn[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = torch.tensor([[c, s], [-s, c]])
error = (far[:-3] @ turn.mT - far[3:]).abs().max().item()
print(f"largest error over {len(far) - 3} positions: {error:.5f}")
far = sinusoidal_encoding(100, 512)
shown = {
    f"from position {start}": (range(40), far[start : start + 40] @ far[start])
    for start in (0, 20, 50)  # another start gives the same line
}
title = "From any start, the distance alone counts"
viz.curves(shown, x_label="distance", y_label="dot product", title=title)

# %% [markdown]
# ## Exercise: `LearnedPosition`
#
# Another way: one trained row for each position, as in BERT (2018). A sequence of L tokens has the positions 0 to L − 1. ("0 to L", as you may read, is one too many.) Beyond its last row such a table knows nothing.
#
# A model may lie on a GPU. Make new tensors where x is: `torch.arange(length, device=x.device)`.
#
# Difficulty: easy. About 5 minutes, 5 to 7 lines.


# %% exercise="LearnedPosition"
class LearnedPosition(nn.Module):
    """Adds a trained row for each position.

    Shapes:
        x (B, L, d_model) -> (B, L, d_model)

    Stops with an error where L is larger than max_len.
    """

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)
        ### END SOLUTION

    def forward(self, x: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        length = x.shape[1]
        if length > self.max_len:
            raise ValueError(f"L={length} is larger than max_len={self.max_len}")
        return x + self.table(torch.arange(length, device=x.device))  # (L, d_model) broadcasts
        ### END SOLUTION


# %% check="LearnedPosition"
check(LearnedPosition)
# %%
LearnedPosition = mine("LearnedPosition")
print(tuple(LearnedPosition(100, 512)(vectors).shape))
try:
    LearnedPosition(10, 512)(vectors)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# %% [markdown]
# ## Exercise: `TransformerEmbedding`
#
# Words plus waves, then **dropout**: in training each number is set to zero with a small probability p, and the others are divided by 1 − p, so that the mean stays (section 5.4). So the model cannot rely on single numbers. The waves are no parameter, but they must move along to a GPU: `self.register_buffer("waves", table)`.
#
# Difficulty: medium. About 6 minutes, 5 to 7 lines.


# %% exercise="TransformerEmbedding"
class TransformerEmbedding(nn.Module):
    """Token embedding plus sinusoidal positions, then dropout (paper, sections 3.5 and 5.4).

    The pad's row of the token embedding is zero and untrained. The table of positions is no
    parameter but moves with ``.to(device)``.

    Shapes:
        ids (B, L) long, L at most max_len -> (B, L, d_model)
    """

    def __init__(
        self, V: int, d_model: int, pad_id: int, max_len: int, dropout: float = 0.0
    ) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(self, ids: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        x = self.tokens(ids) + self.positions[: ids.shape[1]]  # (B, L, d_model)
        return self.dropout(x)
        ### END SOLUTION


# %% check="TransformerEmbedding"
check(TransformerEmbedding)
# %%
TransformerEmbedding = mine("TransformerEmbedding")
set_seed(0)
embedding = TransformerEmbedding(100, 512, 0, max_len=20)
x = embedding(batch)
print(tuple(batch.shape), "->", tuple(x.shape))
print("numbers to train:", sum(p.numel() for p in embedding.parameters()))

# %% [markdown]
# ### Break it: leave the positions out
#
# *dog bites man*, *man bites dog*: how far apart are the vectors of *dog* in the two? Without positions not at all, so nothing tells who bites.

# %%
dog_bites, man_bites = torch.tensor([[4, 5, 6]]), torch.tensor([[6, 5, 4]])
for name, model in (("words alone", TokenEmbedding(100, 512, 0)), ("with positions", embedding)):
    change = (model(dog_bites)[0, 0] - model(man_bites)[0, 2]).abs().max().item()
    print(f"{name}: the vector of dog differs by up to {change:.1f}")

# %% [markdown]
# ### Read it back
#
# Word and position are one sum now. Is one of them lost? Take the 20 vectors of a row, put noise on them, and look for the nearest among the sums of all 100 words and 20 positions.

# %%
every = embedding(torch.arange(100)[:, None].expand(100, 20)).flatten(0, 1)  # (2000, 512)
noisy = x[5] + 0.5 * torch.randn(20, 512)  # Try: 1.0, 2.0
nearest = torch.cdist(noisy, every).argmin(-1)  # (20,)
words_found = (nearest // 20 == batch[5]).sum().item()
places_found = (nearest % 20 == torch.arange(20)).sum().item()
print(f"found again: {words_found} of 20 words, {places_found} of 20 positions")

# %% [markdown]
# Both are still there: 512 numbers have room for a word and a position.
#
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | ids | list of lists | 10 rows of 1 to 20 |
# | padded | (B, L) | 10 × 20 |
# | token vectors | (B, L, d_model) | 10 × 20 × 512 |
# | positions | (L, d_model) | 20 × 512 |
# | sum | (B, L, d_model) | 10 × 20 × 512 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is the pad hidden, now that its row is zero?* No. A position is added to it, and it is still a key. Notebook 04 hides it.
# - *Do the waves alternate by position?* No, by feature.
# - *Can waves go on for ever?* The table can. Whether the *model* can read rows that it never trained on is another question: notebook 07 tests it.
#
# **Next:** notebook 02 makes queries, keys and values.
