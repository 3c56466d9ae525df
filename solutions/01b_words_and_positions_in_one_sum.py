# %% [markdown]
# # 01b · Words and positions in one sum
#
# A side trip from notebook 01. Its question: a word's row and a position's row are added into the same 512 numbers. Does one drown the other, and can they be told apart?
#
# After this notebook you can
#
# - say what the factor √d_model is for,
# - measure how large words and positions are, and the angle between them.
#
# **About 10 minutes**, all to read and run. You need notebook 01.

# %%
import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import mine, predict, set_seed

sinusoidal_encoding = mine("sinusoidal_encoding")

# %% [markdown]
# ## A table that is used twice
#
# The paper multiplies each looked-up row by √d_model (section 3.4) and does not say why. The usual explanation starts from the same section: the table is used **twice**. It is also the output matrix: the dot product of the model's last vector with a word's row is the score of that word.
#
# A dot product sums 512 terms. So for the output the rows should be small, with standard deviation 1/√512. Then the scores start small, and the first loss is near ln V: a guess that gives every word the same share.

# %%
set_seed(0)
V = 1000
result = torch.randn(200, 512)  # what the last layer gives: numbers of size 1
wanted = torch.randint(0, V, (200,))
print(f"the same share for every word: loss ln {V} = {math.log(V):.1f}")
# Try: a deviation of 0.1 as well
for name, deviation in (("1", 1.0), ("1/√512", 1 / math.sqrt(512))):
    rows = deviation * torch.randn(V, 512)
    print(f"rows of deviation {name:<6} first loss {F.cross_entropy(result @ rows.mT, wanted):.1f}")

# %% [markdown]
# ### Your prediction
#
# For the **input** these rows are added to positions: sines and cosines, with a root of the mean square of 0.71. Beside them, how large are the small rows without the factor?

# %% predict="small_rows"
### BEGIN SOLUTION
answer = "about 16 times smaller"
# ~ answer = None  # TODO: "about as large", "about 16 times smaller" or "about 500 times smaller"
### END SOLUTION
predict("small_rows", answer)


# %%
def size(numbers: Tensor) -> float:
    """The root of the mean square."""
    return numbers.square().mean().sqrt().item()


small = torch.randn(V, 512) / math.sqrt(512)
standard = nn.Embedding(V, 512).weight.detach()
print(f"positions                     {size(sinusoidal_encoding(V, 512)):.2f}")
print(f"small rows                    {size(small):.2f}")
print(f"small rows × √512             {size(small * math.sqrt(512)):.2f}")
print(f"nn.Embedding as it starts     {size(standard):.2f}")
print(f"nn.Embedding × √512          {size(standard * math.sqrt(512)):.2f}")

# %% [markdown]
# The factor brings small rows back to size 1, so that words and positions are about equally loud.
#
# The last line is a warning. `nn.Embedding` starts with deviation 1. With the factor its words are about 30 times as large as the positions. The factor and the small start belong together: notebook 06 gives the whole model the right start (`initialise`).

# %% [markdown]
# ## Can they be told apart again?
#
# Measure the angle. A cosine near 0 means that word rows and position rows point in different directions.

# %%
# Try: 8 features in place of 512
d_model = 512
words, places = torch.randn(100, d_model), sinusoidal_encoding(20, d_model)
cosines = F.cosine_similarity(words[:, None], places[None], dim=-1)  # (100, 20)
print(f"mean size of the cosine: {cosines.abs().mean():.2f}, largest: {cosines.abs().max():.2f}")

# %% [markdown]
# In 512 dimensions there is much room: random directions are nearly at right angles. A later layer can learn to pick out either one.

# %% [markdown]
# ## What to keep
#
# - √d_model does not make words louder than positions. It makes up for a table that was drawn small.
# - The table is drawn small because it also makes the scores of the output.
# - Two things can share one sum, if there are many directions.
