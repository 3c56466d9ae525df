# %% [markdown]
# # Build the Transformer from your own code
#
# You write the model of *Attention Is All You Need* (Vaswani et al., 2017) in small parts, and a check follows each. Then you train it.
#
# {{ start }} Run its cells from the top with Shift+Enter; the first one is folded.

# %% [markdown]
# ## The map
#
# Take 00 to 07 in this order: about {{ hours }}.
#
# {{ road }}
#
# <details><summary>What you can do after each, and the side trips</summary>
#
# {{ map }}
#
# </details>

# %% [markdown]
# ## How a notebook works
#
# <details><summary>What TODO, check, hint, predict and mine do</summary>
#
# Go from top to bottom. Run a cell with Shift+Enter. The first cell is folded: run it too.
#
# | you meet | what it does |
# |---|---|
# | `# TODO: your code here` | the gap that you fill in. The text between `"""` is the **contract**: what your answer must do, with all shapes |
# | `check(name)` | tries your answer on many inputs (`check("name")` is the same). It says RIGHT, or what it saw, what that means and what to try |
# | `hint("name")` | a little more help each time. Write it in a new cell |
# | `predict("name", answer)` | you say what you expect **before** you see it. A wrong prediction costs nothing |
# | `mine("name")` | your own answer from before; the course's, where yours has not passed yet. It says which |
# | `# Try: ...` | change what it says, and run the cell again |
# | Dig deeper | a side trip, in a notebook of its own. You never need it further on |
#
# Three rules hold for every answer:
#
# - Arguments stay as they were, and the same call gives the same again (random draws apart).
# - Shapes, number types and devices follow the arguments; any batch and any length will do, from 1 on.
# - What learns gets a gradient, and so does every argument that can have one.
#
# </details>

# %% [markdown]
# ## When you are stuck
#
# <details><summary>Four steps, and how to get back what you wrote</summary>
#
# 1. Read the report again: the small example in it fails, and it shows every number.
# 2. Print shapes: `print(x.shape)` before and after each line. Most mistakes are an axis.
# 3. Take a hint. Hints begin with a question and end near the answer.
# 4. Go on. Where your part is missing, the next notebook uses the course's, and says so.
#
# More help, after `from tutor_utils import reset, restore, solution, tries`: `tries("name")` shows what you tried before, `reset("name")` brings the TODO back, `restore("name")` your passed answer. Write these two in the exercise's cell; what stood there is copied first. `solution("name")` shows the course's answer, after yours has passed; `solution("name", insist=True)` before, too.
#
# "Run All" stops at the first check that has not passed. After a restart of the kernel (Kernel → Restart) run the cells from the top again; what has passed is kept in the folder `my_transformer`.
#
# </details>

# %% [markdown]
# ## Where you are
#
# Run the next three cells; the first is folded.

# %% folded=true
# {{ setup }}

# %%
from tutor_utils import progress, viz

progress()

# %%
viz.architecture()  # the whole model: what you will have built

# %% [markdown]
# ## Symbols
#
# <details><summary>B, L, d_model and the others</summary>
#
# A shape stands in round brackets: `(B, L, d_model)` has three axes. `...` means "any axes in front, or none".
#
# | symbol | meaning | in the paper's base model |
# |---|---|---|
# | B | batch: how many sequences at once | |
# | L, L_q, L_k | length of a sequence; of the queries; of the keys | |
# | L_s, L_t | length of the source; of the target | |
# | V | vocabulary: how many different ids | about 37,000 |
# | d_model | features of one token | 512 |
# | h | heads | 8 |
# | d_k, d_v | features of a key (and a query), of a value, in one head: d_model / h | 64 |
# | d_ff | features inside the feed-forward network | 2048 |
# | q, k, v | query, key, value | |
# | W_q, W_k, W_v, W_o | the four linear layers of attention (`w_q` in code) | 512 × 512 each |
#
# </details>

# %% [markdown]
# ## Words
#
# <details><summary>From tensor to contract</summary>
#
# | word | meaning |
# |---|---|
# | tensor, axis (`dim`), shape | a table of numbers; one of its directions; how long each axis is. A row of 3 numbers has the shape (3,), two such rows (2, 3) |
# | `@` | the product of matrices: (2, 3) @ (3, 4) gives (2, 4), each row with each column |
# | `.mT` (transpose) | swaps the last two axes: (2, 3) becomes (3, 2). Elsewhere it is also written `.transpose(-2, -1)`. `.transpose(1, 2)` swaps the two axes that it names |
# | `[:, None]`, `0::2` | a new axis of size 1: (3,) becomes (3, 1); every second place, from 0 |
# | device | where a tensor lies: CPU or GPU. New ones are made beside the others: `device=x.device` |
# | token | one piece of a sequence: a word, a part of a word, a digit |
# | id | the number of a token in the vocabulary |
# | pad, bos, eos, unk | special tokens: filler, beginning of sequence, end of sequence, unknown |
# | embedding | the vector of a token; the table that holds these vectors |
# | query, key, value | what a token asks, what it can be found by, what it hands over |
# | score | how well a query fits a key: their dot product, divided by √d_k |
# | softmax | e to the power of each score, divided by their sum: positive shares that sum to 1 |
# | weight | of attention: a score after the softmax, between 0 and 1; the weights of one query sum to 1. Of a layer: a learned number that an input is multiplied by |
# | head | one attention with its own projections; several work side by side |
# | parameter | a number that training changes |
# | gradient | which way, and how fast, a result changes with each number behind it. `requires_grad` asks for it, `torch.autograd.grad` gives it; under `no_grad`, or after `.detach()`, none is kept |
# | optimizer | after each step it changes the parameters a little, by their gradients |
# | broadcast | an axis of size 1, or a missing one in front, is read as if it were repeated |
# | attend to | a query attends to a key: it gives it weight, and takes that much of its value. "Look at" and "read" mean the same here |
# | predict | the model predicts a token: it gives each id a probability, and the largest is its answer |
# | accuracy | the share of answers that are right |
# | mask | which keys a query may attend to. In this course True = may attend |
# | encoder, decoder | the half that reads the source; the half that writes the target |
# | self-attention, cross-attention | queries and keys from the same sequence; queries from the target, keys and values from the source |
# | memory | the encoder's output, which the decoder reads |
# | residual connection | x + f(x): the input is added to what a layer makes of it |
# | LayerNorm, post-LN, pre-LN | brings each token's features to mean 0 and standard deviation 1, then scales and shifts them by learned numbers; after the residual sum (the paper), before the layer (newer models) |
# | dropout | in training, numbers drawn at random are set to zero, and the others divided by 1 − p, so that no part relies on a single number |
# | logits | one number for each id of the vocabulary, before the softmax |
# | label smoothing | the label asks for a little less than certainty, and for a little of every other id |
# | warm-up | the learning rate begins small and rises for the first steps |
# | teacher forcing | in training the decoder reads the right words so far, not its own |
# | held out | never trained on: data to test with |
# | exact match | the share of answers that are right in every token |
# | perplexity | e to the power of the mean loss; a perplexity of 8 is as hard as guessing among 8 tokens that are equally likely |
# | n-gram, BLEU | n words in a row; a score for translations: how many of their n-grams a person's translation has too |
# | greedy decoding, beam search | take the best next token; keep several beginnings and choose the best whole |
# | temperature | scores are divided by it before a softmax: below 1 sharper, above 1 more even |
# | contract | what an answer must do; its docstring says it |
#
# </details>

# %% [markdown]
# ## The paper beside the code
#
# <details><summary>Which section stands in which notebook</summary>
#
# Vaswani et al., [*Attention Is All You Need*](https://arxiv.org/abs/1706.03762), 2017.
#
# | in the paper | in the course |
# |---|---|
# | section 4, Table 1: why self-attention | 00, 00a |
# | section 3.4: embeddings and softmax | 01, 06 |
# | section 3.5: positions | 01 |
# | section 3.2.1: scaled dot-product attention | 03 |
# | section 3.2.2: multi-head attention | 02, 05 |
# | section 3.2.3: the three places of attention, masks | 04, 06 |
# | section 3.3: feed-forward networks | 06 |
# | section 3.1: encoder and decoder stacks | 06 |
# | section 5: training, learning rate, dropout, label smoothing | 07 |
# | section 6.1: beam search | 07 |
#
# </details>
