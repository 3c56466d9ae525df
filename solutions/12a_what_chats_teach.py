# %% [markdown]
# # 12a · What chats teach
#
# In notebook 12 a model learned to chat from 300 chats, with a loss on their answers alone. After this side trip you can
#
# - let a batch speak, each row to its own end,
# - say what it changes if the loss asks for the questions too,
# - say how many chats are needed, by a trained model and by an untrained one.
#
# **About 15 minutes**, and 15 for the bonus exercise. A side trip of notebook 12: no later notebook needs it.

# %%
import copy
import random
from collections.abc import Callable
from statistics import median

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% [markdown]
# ## The model of notebook 12
#
# It reads texts such as `. a b c backwards : c b a . h loud : H .`, and trains for about 20 seconds.

# %% tags=["nbval-ignore-output"]
ModernLanguageModel, initialise, chat_batch = mine(
    "ModernLanguageModel", "initialise", "chat_batch"
)
SKILLS = {
    "backwards": lambda word: word[::-1],
    "loud": str.upper,
    "length": lambda word: str(len(word)),
    "last": lambda word: word[-1],
}
SPECIALS = ["<pad>", "<user>", "<model>", "<end>", ".", ":"]
NAMES = [*SPECIALS, *SKILLS, *"abcdefgh", *"ABCDEFGH", *"12345"]
ID = {name: i for i, name in enumerate(NAMES)}
PAD, USER, MODEL, END, STOP, COLON = range(6)
Question = tuple[str, str]  # a word, and what to say of it


def questions(count: int, draw: random.Random) -> list[Question]:
    """Words of 1 to 5 letters, each with a skill."""
    words = ("".join(draw.choices("abcdefgh", k=draw.randint(1, 5))) for _ in range(count))
    return [(word, draw.choice([*SKILLS])) for word in words]


def a_text(draw: random.Random) -> list[int]:
    """29 ids of sentences."""
    said = ["."]
    for word, skill in questions(10, draw):
        said += [*word, skill, ":", *SKILLS[skill](word), "."]
    return [ID[name] for name in said[:29]]


print(*(NAMES[i] for i in a_text(random.Random(0))))


# %% tags=["nbval-ignore-output"]
def learn(model: nn.Module, loss_of: Callable, steps: int, peak: float, **how) -> nn.Module:
    """Train it on the loss that ``loss_of()`` works out."""
    optimizer = torch.optim.AdamW(model.parameters(), **how)
    warm = steps // 10
    for step in range(steps):
        rate = peak * min((step + 1) / warm, max(0.05, (steps - step) / (steps - warm)))
        optimizer.param_groups[0]["lr"] = rate
        optimizer.zero_grad()
        loss_of().backward()
        optimizer.step()
    return model


def untrained(seed: int) -> nn.Module:
    """A model that knows nothing."""
    set_seed(seed)
    model = ModernLanguageModel(len(NAMES), 64, 4, 4, 2, 128)
    initialise(model)
    return model.to(device)


def text_loss() -> Tensor:
    """Of 48 texts."""
    ids = torch.tensor([a_text(draw) for _ in range(48)], device=device)
    return F.cross_entropy(speaker(ids[:, :-1])[0].flatten(0, 1), ids[:, 1:].flatten())


SEED = 0  # Try: 1
speaker, draw = untrained(SEED), random.Random(SEED)
learn(speaker, text_loss, 700, 6e-3, betas=(0.7, 0.98), weight_decay=0.01)
table = next(p for p in speaker.parameters() if len(p) == len(NAMES))
with torch.no_grad():  # the new tokens begin as those that they are like, as in notebook 12
    for token, like in ((USER, STOP), (MODEL, COLON), (END, STOP)):
        table[token] = table[like]

# %% [markdown]
# ## Bonus exercise: `generate_until`
#
# `generate_cached` speaks for `max_new` ids, and whoever reads them cuts them off. Here each row ends by itself, and the loop stops when nobody has anything left to say. Two rows, eos 2, pad 0:
#
# | row | after 1 step | 2 | 3 | 4 |
# |---|---|---|---|---|
# | 0 | 7 | 2 | 0 | 0 |
# | 1 | 5 | 7 | 8 | 2 |
#
# Difficulty: medium. About 15 minutes, 15 lines.

# %% tags=["nbval-ignore-output"]
sample_next = mine("sample_next")


# %% exercise="generate_until"
def generate_until(
    model: nn.Module, ids: Tensor, max_new: int, eos_id: int, pad_id: int, **sampling
) -> Tensor:
    """Let a model with a cache speak, each row until it has said ``eos_id``.

    As ``generate_cached``: each id is read once, the options go to ``sample_next``, it runs in
    eval mode without gradients, and afterwards the model is in the mode that it had.

    A row ends with the first eos_id that it says. Behind it stands pad_id, which may be the same
    number. An eos_id in the given text ends nothing. The loop stops as soon as all rows have ended,
    at the latest after max_new ids.

    Shapes:
        ids: (B, L) -> (B, L + n), where n is the length of the longest answer
    """
    ### BEGIN SOLUTION
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    ended = torch.zeros(len(ids), dtype=torch.bool, device=ids.device)
    with torch.no_grad():
        unread, cache = ids, None
        for _ in range(max_new):
            logits, cache = model(unread, cache)
            token = sample_next(logits[:, -1], **sampling).masked_fill(ended, pad_id)
            ids = torch.cat([ids, token[:, None]], dim=1)
            ended = ended | (token == eos_id)
            if ended.all():
                break
            unread = token[:, None]
    for part, mode in modes:
        part.training = mode
    return ids
    ### END SOLUTION


# %% check="generate_until"
check(generate_until)

# %% [markdown]
# ### Look at it: who still speaks
#
# Eight questions of one length, and a model that has seen 300 chats. 1 is an id that was said, 2 the end, 0 a pad.

# %% tags=["nbval-ignore-output"]
generate_until = mine("generate_until")


def chat(word: str, skill: str) -> tuple[list[int], list[int]]:
    """The ids of a prompt and of its answer."""
    prompt, answer = ["<user>", *word, skill, "<model>"], [*SKILLS[skill](word), "<end>"]
    return [ID[name] for name in prompt], [ID[name] for name in answer]


def tuned(model: nn.Module, count: int, seed: int, peak=1e-3, steps=60, **how) -> nn.Module:
    """A copy, trained on so many chats; ``how`` goes to ``chat_batch``."""
    model, draw = copy.deepcopy(model), random.Random(seed)
    asked = questions(count, draw)

    def loss_of() -> Tensor:
        ids, labels = chat_batch([chat(*draw.choice(asked)) for _ in range(32)], PAD, **how)
        logits = model(ids.to(device))[0]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten().to(device))

    return learn(model, loss_of, steps, peak, betas=(0.9, 0.98), weight_decay=0.0)


model = tuned(speaker, 300, SEED)
asked = [(word, skill) for word in ("cafe", "head") for skill in SKILLS]
prompts = torch.tensor([chat(*question)[0] for question in asked], device=device)
width = prompts.shape[1]
rows = generate_until(model, prompts, 10, END, PAD, temperature=0.0)[:, width:].cpu()  # Try: 2
kinds = (rows != PAD).int() + (rows == END)
viz.matrix(
    kinds,
    rows=[f"{word} {skill}" for word, skill in asked],
    column_axis="id of the answer",
    words={1: "said", 2: "end", 0: "pad"},
    title="Each row ends by itself",
)

# %% [markdown]
# The picture is as wide as the longest answer: there the loop stopped, long before 10 ids.
#
# ## Loss on the answer, or on all?
#
# The loss of notebook 12 leaves the question out (`-100`). With `everything=True` the model learns to ask as well. You meet both outside. Here with 3, 30 and 300 chats:

# %% predict="loss_on_all"
### BEGIN SOLUTION
answer = "about as many"
# ~ answer = None  # TODO: 300 chats, the loss on everything: "more", "fewer" or "about as many" answers are right as with the loss on the answer alone?
### END SOLUTION
predict("loss_on_all", answer)

# %% tags=["nbval-ignore-output"]
exam = questions(300, random.Random(999))


def share_right(model: nn.Module) -> float:
    """Of the exam: the answer is right, and it ends."""
    right = 0
    for length in range(1, 6):  # prompts of one length go together
        chats = [chat(*question) for question in exam if len(question[0]) == length]
        ids = torch.tensor([prompt for prompt, _ in chats], device=device)
        rows = generate_until(model, ids, 8, END, PAD, temperature=0.0)[:, ids.shape[1] :].tolist()
        for row, (_, answer) in zip(rows, chats, strict=True):
            right += [i for i in row if i != PAD] == answer
    return right / len(exam)


lines: dict[str, tuple[list[int], list[float]]] = {}


def draw_line(name: str, counts: tuple[int, ...], make: Callable[[int, int], nn.Module]) -> None:
    """The median of three trainings for each count, each on other chats."""
    lines[name] = (list(counts), [])
    for count in counts:
        found = [share_right(make(count, seed)) for seed in range(3)]
        lines[name][1].append(median(found))
        print(f"{name}, {count:4} chats: {median(found):.2f}, {min(found):.2f} to {max(found):.2f}")


some = (3, 30, 300)  # Try: (1, 10, 100)
draw_line("answer alone", some, lambda count, seed: tuned(speaker, count, seed))
draw_line("everything", some, lambda count, seed: tuned(speaker, count, seed, everything=True))

# %% [markdown]
# Median, lowest and highest of three trainings of 60 steps, each on other chats. Compare the medians: with 30 and 300 chats both losses do about equally well. With 3, the answer alone is ahead, by little or by much: `SEED = 1` and `2` train other models. And see how far three chats go.
#
# ## And without the texts?
#
# Now the same for a model that has read no text. It gets more than three times the steps, 200, and up to 3,000 chats.

# %% predict="chats_alone"
### BEGIN SOLUTION
answer = "worse"
# ~ answer = None  # TODO: an untrained model and 300 chats, beside the trained one and 3 chats: is it "better", "as good" or "worse"?
### END SOLUTION
predict("chats_alone", answer)

# %% tags=["nbval-ignore-output"]
draw_line(
    "no texts before",
    (30, 300, 3000),
    lambda count, seed: tuned(untrained(seed), count, seed, peak=4e-3, steps=200),  # Try: 600
)
title = "Answers that are right, and end"
viz.curves(lines, x_label="chats", y_label="share of 300 answers", title=title, logx=True)

# %% [markdown]
# Look from left to right: the untrained model needs thousands of chats to come near what the other does after 3. The skills must come from somewhere: from texts, or from very many chats.
#
# ## Questions people get wrong
#
# - *Must the loss leave the question out?* With a handful of chats it helps here; with hundreds nothing of it is left.
# - *How many chats does a model need?* For a form, few. For a skill that it does not have, very many.
# - *Why not let all rows speak to `max_new`?* The model works for ids that nobody reads.
