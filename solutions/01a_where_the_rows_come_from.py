# %% [markdown]
# # 01a · Where the rows come from
#
# A side trip from notebook 01. Its question: how does a table of random numbers learn which words are alike?
#
# After this notebook you can
#
# - train a table of word vectors, and watch two words move together,
# - say why they move.
#
# **About 10 minutes**, all to read and run. You need notebook 01.

# %%
import torch
import torch.nn.functional as F
from torch import nn

from tutor_utils import predict, set_seed, viz

# %% [markdown]
# ## Eight sentences
#
# Nobody tells the table what a word means. All that it gets is which words stand in one sentence.

# %%
sentences = """you play the game | we play a game | children play their game
she likes to play the game | he peels the orange | we eat an orange
the orange is a sweet fruit | they eat a sweet fruit"""
lines = [line.split() for line in sentences.replace("\n", " | ").split(" | ")]
known = {word: i for i, word in enumerate(sorted({w for line in lines for w in line}))}
print(len(lines), "sentences,", len(known), "words:", *known)

# %% [markdown]
# ### Your prediction
#
# The table learns to guess each word from the mean of the others in its sentence. Which pair of rows ends up closer?

# %% predict="closer_rows"
### BEGIN SOLUTION
answer = "play and game"
# ~ answer = None  # TODO: "play and game" or "play and orange"
### END SOLUTION
predict("closer_rows", answer)

# %% [markdown]
# ## Train it
#
# The guess is a score for each word: the dot product of its row with the mean of the others. The loss is small where the missing word has the best score (notebook 07 says more about it).

# %%
set_seed(2)
table = nn.Parameter(torch.randn(len(known), 5))
optimizer = torch.optim.Adam([table], lr=0.03)
near = {"play and game": [], "play and orange": []}
for _ in range(100):
    for pair, course in near.items():
        a, b = (table[known[word]] for word in pair.split(" and "))
        course.append(F.cosine_similarity(a, b, dim=0).item())
    loss = 0
    for ids in [torch.tensor([known[word] for word in line]) for line in lines]:
        others = (table[ids].sum(0) - table[ids]) / (len(ids) - 1)  # the mean of the other words
        loss = loss + F.cross_entropy(others @ table.mT, ids)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

# %%
shown = {pair: (range(100), course) for pair, course in near.items()}
title = "Words with the same neighbours turn the same way"
drawn = viz.curves(shown, x_label="training step", y_label="cosine", title=title)
viz.picture(drawn.figure, alt="The cosine of play and game rises to 1; play and orange stay apart.")

# %% [markdown]
# Follow both lines from the left: both begin at random, and one climbs. Words that stand among the same words are asked for the same things, so the same steps move their rows. *orange* stands among others.

# %% [markdown]
# ## Whose neighbours?
#
# The five rows nearest to a word, by their cosine:

# %%
# Try: "orange", then "you"
word = "play"
row = table[known[word]].detach()
cosines = F.cosine_similarity(table.detach(), row, dim=1)
for place in cosines.argsort(descending=True)[:5].tolist():
    print(f"{list(known)[place]:<10} {cosines[place]:.2f}")

# %% [markdown]
# Eight sentences are few, and some neighbours are chance. In a large text what is left is the use of a word, and that is much of its meaning.
