# %% [markdown]
# # 01 · Embedding and padding
#
# After this notebook you can
#
# - turn words into ids, and ragged lists into one tensor,
# - turn ids into vectors, and add where each token stands,
# - say which axis sine and cosine alternate on.
#
# **About 60 minutes.** You need Python lists, and `nn.Module`.

# %%
import math

import torch
from torch import Tensor, nn
from tqdm import tqdm

from tutor_utils import check, hint, mine, predict, progress, set_seed, solution, viz

set_seed(0)

# %%
viz.architecture("embedding", "positions")

# %% [markdown]
# ## What every answer keeps to
#
# Each docstring says what its answer must do. This holds for all of them: Gradients reach every floating-point argument and every parameter. A second call gives what the first gave, and changes nothing that the first returned. Nothing is fixed that the arguments decide: ids, lengths, widths, number type. New tensors are made on the device of the tensors that came in. Arguments and PyTorch's settings stay as they were. Training and evaluation mode differ by dropout alone. A layer owns only the parameters that it uses.

# %% [markdown]
# ## Words become ids
#
# A model reads numbers. The vocabulary is a list of known words, each with its number, like the coat check of a theatre. Two ids are special: the pad, and `<unk>` for words that nobody knows.

# %%
vocab = {"<pad>": 0, "<unk>": 1, "when": 2, "you": 3, "play": 4, "the": 5, "game": 6, "of": 7}
print([vocab[word] for word in "when you play the game".split()])

# %% [markdown]
# ## Exercise: `encode`
#
# Difficulty: easy. About 4 minutes, 1 to 6 lines.


# %% exercise="encode"
def encode(tokens: list[str], vocab: dict[str, int]) -> list[int]:
    """The id of each token; an unknown token gets the id of ``<unk>``, never that of the pad.

    Errors:
        KeyError that names <unk>, if it is needed and the vocabulary has none
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
# These ten sequences were encoded already. They have 1 to 20 ids. A tensor needs rows of one length, so short rows are filled up with pads.

# %%
data = [
    [62, 13, 47, 39, 78, 33, 56, 13, 39, 29, 44, 86, 71, 36, 18, 75],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21, 54],
    [75, 51],
    [66, 88, 98, 47],
    [21, 39, 10, 64, 21],
    [98],
    [77, 65, 51, 77, 19, 15, 35, 19, 23, 97, 50, 46, 53, 42, 45, 91, 66, 3, 43, 10],
    [70, 64, 98, 25, 99, 53, 4, 13, 69, 62, 66, 76, 15, 75, 45, 34],
    [20, 64, 81, 35, 76, 85, 1, 62, 8, 45, 99, 77, 19, 43],
]
lengths = [len(row) for row in tqdm(data, disable=True)]  # set disable=False for a progress bar
print("lengths:", lengths)

# %% predict="padded_shape"
### BEGIN SOLUTION
answer = (10, 20)
# ~ answer = None  # TODO: a tuple of two sizes
### END SOLUTION
predict("padded_shape", answer)

# %% [markdown]
# ## Exercise: `pad_batch`
#
# Leave the argument as it was. Code that writes into its argument surprises whoever uses the list afterwards.
#
# Difficulty: medium. About 6 minutes, 3 to 6 lines.


# %% exercise="pad_batch"
def pad_batch(sequences: list[list[int]], pad_id: int) -> Tensor:
    """One tensor of all sequences, filled up with pads on the right. The argument stays as it was.

    Shapes:
        returns (B, L_max) long; an empty sequence is a row of pads
    Errors:
        ValueError that says so, for an empty batch
    """
    ### BEGIN SOLUTION
    if not sequences:
        raise ValueError(f"sequences={sequences!r} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = [list(row) + [pad_id] * (width - len(row)) for row in sequences]
    return torch.tensor(rows, dtype=torch.long)
    ### END SOLUTION


# %% check="pad_batch"
check(pad_batch)

# %%
pad_batch = mine("pad_batch")
batch = pad_batch(data, 0)
print(tuple(batch.shape), "| share of pads:", round((batch == 0).double().mean().item(), 2))
viz.matrix(batch, title="Ten sequences, padded with 0", row_axis="sequence")

# %% [markdown]
# ## Ids become vectors
#
# An id is only a name. The embedding is a table with one row of features for each id. Here with five features; the paper has 512. Training moves words with a like meaning close to each other.

# %%
features = torch.tensor(
    [[0.9, 0.3, 0.1, 0.0, 0.6], [0.8, 0.2, 0.0, 0.1, 0.9], [0.0, 0.1, 0.9, 0.7, 0.0]]
)
table_words = ["play", "game", "orange"]
viz.matrix(features, rows=table_words, title="A table of three words, five features")

# %% predict="table_size"
### BEGIN SOLUTION
answer = 51_200
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("table_size", answer)

# %% [markdown]
# ## Exercise: `TokenEmbedding`
#
# The paper multiplies each row by √d_model (section 3.4). The pad says nothing: its row is zero and stays zero.
#
# Difficulty: medium. About 6 minutes, 4 to 6 lines.


# %% exercise="TokenEmbedding"
class TokenEmbedding(nn.Module):
    """Looks up a trained vector for each id, times √d_model (paper, section 3.4).

    The row of pad_id is zero and gets no gradient; every other row does.

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
print("the pads are zero:", not vectors[batch == 0].any().item())

# %% [markdown]
# ## Where does a token stand?
#
# Attention compares all tokens at once. It cannot tell an order: shuffle the words and only the rows are shuffled. So each position gets a vector of its own, and it is added.
#
# The paper's vectors are waves. Each pair of features is a clock hand: the first turns quickly, the last very slowly.

# %%
pos = torch.arange(7)
fast, slow = torch.sin(pos / 1.0), torch.sin(pos / 100.0)
print(
    "position 6, fast wave by hand: sin 6 =", round(math.sin(6), 2), "|", round(fast[6].item(), 2)
)
waves = {"feature 0 (fast)": (pos, fast), "a slow feature": (pos, slow)}
viz.curves(waves, x_label="position", y_label="value", title="Two waves tell 7 places apart")

# %% predict="sine_axis"
### BEGIN SOLUTION
answer = "features"
# ~ answer = None  # TODO: "positions" or "features"
### END SOLUTION
predict("sine_axis", answer)

# %% [markdown]
# ## Exercise: `sinusoidal_encoding`
#
# Feature 2i is sin(pos / 10000^(2i/d_model)), feature 2i+1 is the cosine of the same angle (section 3.5).
#
# Difficulty: medium. About 10 minutes, 6 to 9 lines.


# %% exercise="sinusoidal_encoding"
def sinusoidal_encoding(length: int, d_model: int) -> Tensor:
    """The table of positions (paper, section 3.5), to 0.01 at position 10,000 too.

    Shapes:
        returns (length, d_model) float32
    Errors:
        ValueError that names d_model and its value, if it is odd
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

# %%
sinusoidal_encoding = mine("sinusoidal_encoding")
table = sinusoidal_encoding(40, 32)
viz.matrix(table, title="40 positions, 32 features", row_axis="position", column_axis="feature")

# %% [markdown]
# ### A myth to test
#
# "Sine at even positions, cosine at odd positions", says one text. Then each row holds only sines or only cosines, and the length of the rows jumps. With the right table every row has the same length.

# %%
myth = torch.where(torch.arange(40)[:, None] % 2 == 0, table[:, 0::2], table[:, 1::2])
lengths = table.norm(dim=1)
print("right: all rows equally long:", torch.allclose(lengths, lengths[0].expand(40), atol=1e-4))
shown = {"by feature": (range(40), lengths), "by position": (range(40), myth.norm(dim=1))}
drawn = viz.curves(shown, x_label="position", y_label="length of the row")
viz.picture(drawn.figure, alt="By feature a flat line; by position a jagged one.")

# %% [markdown]
# ## Exercise: `LearnedPosition`
#
# Another way: one trained row for each position, as BERT (2018) does. It cannot go beyond its last row.
#
# Difficulty: easy. About 5 minutes, 5 to 7 lines.


# %% exercise="LearnedPosition"
class LearnedPosition(nn.Module):
    """Adds a trained row for each position.

    Shapes:
        x (B, L, d_model) -> (B, L, d_model)
    Errors:
        ValueError that names max_len and its value, if L is larger
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

# %% [markdown]
# ## Exercise: `TransformerEmbedding`
#
# Words plus waves, then dropout. The waves are no parameter, but they must move along to a GPU.
#
# Difficulty: medium. About 6 minutes, 5 to 7 lines.


# %% exercise="TransformerEmbedding"
class TransformerEmbedding(nn.Module):
    """Token embedding plus sinusoidal positions, then dropout (paper, sections 3.5 and 5.4).

    The pad's row of the token embedding is zero and untrained, as above. The table of positions
    is no parameter but moves with ``.to(device)``.

    Shapes:
        ids (B, L) long -> (B, L, d_model)
    Errors:
        ValueError that names max_len and its value, if L is larger
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
        length, max_len = ids.shape[1], len(self.positions)
        if length > max_len:
            raise ValueError(f"L={length} is larger than max_len={max_len}")
        x = self.tokens(ids) + self.positions[:length]  # (B, L, d_model)
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
# Reverse a sentence. Without positions the same vectors come out, in reversed order: nothing tells the two sentences apart.

# %%
row = batch[7:8]
tokens_only = TokenEmbedding(100, 512, 0)
same = torch.allclose(tokens_only(row).flip(1), tokens_only(row.flip(1)))
placed = torch.allclose(embedding(row).flip(1), embedding(row.flip(1)))
print("without positions the same vectors:", same)
print("with positions the same vectors:", placed)

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | ids, ragged | list of lists | 10 rows of 1 to 20 |
# | padded | (B, L) | 10 × 20 |
# | token vectors | (B, L, d_model) | 10 × 20 × 512 |
# | positions | (L, d_model) | 20 × 512 |
# | sum | (B, L, d_model) | 10 × 20 × 512 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is the pad hidden, now that its row is zero?* No. It is still a key. Notebook 04 hides it.
# - *Why add positions and not put them beside the words?* Adding keeps the width, and 512 features leave room for both.
# - *Do the waves alternate by position?* No, by feature.
#
# **Next:** notebook 02 makes queries, keys and values.
