"""What goes wrong in `GroupedQueryAttention`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()
TURN = "q, k = rotate(q, positions, self.base), rotate(k, positions, self.base)"

mistakes.add(
    "values-turned-too",
    edit("usual", {
        TURN: "q, k, v = (rotate(t, positions, self.base) for t in (q, k, v))",
    }),
    means="""You turn the values too. Positions belong into the scores: queries and keys turn,
    values come as they are.""",
    try_next="Which of q, k and v meet in a dot product?",
    hint="`v` does not go through `rotate`.",
)

mistakes.add(
    "cache-turned-again",
    edit("usual", {
        TURN: "q = rotate(q, positions, self.base)",
        """
            kept = (k, v)
        """: """
            k = rotate(k, torch.arange(k.shape[2], device=x.device), self.base)
            kept = (k, v)
        """,
    }),
    edit("usual", {
        TURN: "q = rotate(q, positions, self.base)",
        """
            kept = (k, v)
        """: """
            kept = (k, v)
            k = rotate(k, torch.arange(k.shape[2], device=x.device), self.base)
        """,
    }),
    means="""You turn all keys at every step, those of the cache too. A cache holds keys that are
    turned already.""",
    try_next="Which of your keys are new?",
    hint="Turn the new keys, then put the cache in front.",
)

mistakes.add(
    "positions-from-0",
    edit("usual", {"torch.arange(past, past + x.shape[1], device=x.device)": "torch.arange(x.shape[1], device=x.device)"}),
    means="""The new tokens count from 0, as if nothing stood before them. After a cache of 3 the
    next one stands at 3.""",
    try_next="At which position stands the one new token after a cache of 3?",
    hint="`torch.arange(past, past + L, device=x.device)`.",
)

mistakes.add(
    "past-of-another-axis",
    edit("usual", {"cache[0].shape[2]": "cache[0].shape[1]"}),
    means="""You take the number of key heads (or of sentences) for the number of tokens in the
    cache.""",
    try_next="The cache is (B, g, past, d_k). Which axis do you read?",
    hint="`cache[0].shape[2]`.",
)

mistakes.add(
    "heads-in-another-order",
    edit("usual", {
        "k = k.repeat_interleave(shared, dim=1)": "k = k.repeat(1, shared, 1, 1)",
        "v = v.repeat_interleave(shared, dim=1)": "v = v.repeat(1, shared, 1, 1)",
    }),
    means="""You lay the key heads out as 0, 1, 0, 1. Query heads 0 and 1 share key head 0 here:
    0, 0, 1, 1. In training you would not notice; with a published file it gives nonsense.""",
    try_next="With 4 query heads and 2 key heads: which one does query head 1 read?",
    hint="`repeat_interleave`, not `repeat`.",
)

mistakes.add(
    "heads-not-shared-out",
    edit("usual", {
        "k = k.repeat_interleave(shared, dim=1)": "",
        "v = v.repeat_interleave(shared, dim=1)": "",
    }),
    means="""There are more query heads than key heads when they meet. Each key head, and each
    value head, is to stand there once for every query head that reads it.""",
    try_next="Print the shapes of q, k and v just before `masked_attend`.",
    hint="`k.repeat_interleave(h // g, dim=1)`, and v likewise.",
    raises=r"at non-singleton dimension 1",
)

mistakes.add(
    "expanded-heads-kept",
    edit("usual", {
        """
            kept = (k, v)
        """: "",
        """
            v = v.repeat_interleave(shared, dim=1)
        """: """
            v = v.repeat_interleave(shared, dim=1)
            kept = (k, v)
        """,
    }),
    means="""You keep the keys and values of all query heads: the same numbers several times over.
    The cache is to hold g heads; that is what the sharing is for.""",
    try_next="Print the shape of what you return as cache.",
    hint="Make the pair (k, v) before `repeat_interleave`.",
)

mistakes.add(
    "only-the-new-in-the-cache",
    edit("usual", {
        """
            if cache is not None:
        """: """
            kept = (k, v)
            if cache is not None:
        """,
        """
            kept = (k, v)
        """: "",
    }),
    means="""What you return holds the new keys and values alone. The next call then has forgotten
    the rest.""",
    try_next="How long is your cache after a second call?",
    hint="Return k and v as they are after `torch.cat`.",
)

mistakes.add(
    "another-third-value",
    edit("usual", {"weights, kept": "weights, cache"}),
    means="""No pair (k, v) comes back as the third value. It is wanted in the first call too, where
    no cache comes in.""",
    try_next="What does `forward` return in the place of the cache?",
    hint="`return ..., weights, (k, v)`.",
    raises=r"the last (value is not|should be) a ",
)

mistakes.add(
    "cache-behind-the-new",
    edit("usual", {"[cache[0], k]": "[k, cache[0]]", "[cache[1], v]": "[v, cache[1]]"}),
    means="The old keys come after the new ones. The past stands in front.",
    try_next="Which key does column 0 of your weights belong to?",
    hint="`torch.cat([cache[0], k], dim=2)`.",
)

mistakes.add(
    "cache-not-read",
    edit("usual", {"if cache is not None:": "if False:"}),
    means="The tokens of the cache are not read: the new ones see each other alone.",
    try_next="How many columns have the weights of one new token after a cache of 3?",
    hint="`torch.cat([cache[0], k], dim=2)`.",
)

mistakes.add(
    "not-turned",
    *edits("usual", TURN, "q = rotate(q, positions, self.base)", "k = rotate(k, positions, self.base)", "pass"),
    means="""Queries, keys or both do not turn. Only if both turn does the score depend on their
    distance.""",
    try_next="Which of the two go through `rotate`?",
    hint="`rotate(q, positions, self.base)`, and k likewise.",
)

mistakes.add(
    "base-not-passed",
    edit("usual", {TURN: "q, k = rotate(q, positions), rotate(k, positions)"}),
    means="The argument `base` has no effect: it does not reach `rotate`.",
    try_next="Which base does `rotate` get?",
    hint="`rotate(q, positions, self.base)`.",
)

mistakes.add(
    "mask-not-passed",
    edit("usual", {"masked_attend(q, k, v, mask)": "masked_attend(q, k, v)"}),
    means="""The mask changes nothing, or nothing beside a cache: a blocked key is read like any
    other.""",
    try_next="Where does `mask` go?",
    hint="`masked_attend(q, k, v, mask)`.",
)

mistakes.add(
    "mask-of-its-own",
    edit("usual", {"masked_attend(q, k, v, mask)": "masked_attend(q, k, v, causal_mask(k.shape[2], x.device)[:, :, past:])"}),
    means="""You block later keys yourself. Whoever calls does that with `mask`; without one all
    keys are open.""",
    try_next="What should the first of 3 tokens see where `mask` is None?",
    hint="`masked_attend(q, k, v, mask)`.",
)

mistakes.add(
    "as-many-keys-as-queries",
    edit("usual", {
        "kept = d_model // num_heads * num_kv_heads": "kept = d_model",
        "split_heads(self.w_k(x), self.num_kv_heads)": "split_heads(self.w_k(x), self.num_heads)",
        "split_heads(self.w_v(x), self.num_kv_heads)": "split_heads(self.w_v(x), self.num_heads)",
        "shared = self.num_heads // self.num_kv_heads": "shared = 1",
    }),
    means="""Keys and values have as many heads as queries: this is multi-head attention.
    num_kv_heads has no effect.""",
    try_next="How many numbers has `w_k` for 4 heads and 2 key heads, d_model 16?",
    hint="`nn.Linear(d_model, num_kv_heads * d_k, bias=False)`.",
)

mistakes.add(
    "bias-kept",
    edit("usual", {
        "self.w_q = nn.Linear(d_model, d_model, bias=False)": "self.w_q = nn.Linear(d_model, d_model)",
        "self.w_k = nn.Linear(d_model, kept, bias=False)": "self.w_k = nn.Linear(d_model, kept)",
        "self.w_v = nn.Linear(d_model, kept, bias=False)": "self.w_v = nn.Linear(d_model, kept)",
        "self.w_o = nn.Linear(d_model, d_model, bias=False)": "self.w_o = nn.Linear(d_model, d_model)",
    }),
    means="Your four maps have a bias. A Llama file holds none.",
    try_next="Print the module.",
    hint="`bias=False`.",
)

mistakes.add(
    "output-not-mixed",
    edit("usual", {"self.w_o(merge_heads(output))": "merge_heads(output)"}),
    means="The heads come out side by side: `w_o` is not called.",
    try_next="Which of your four layers does `forward` call?",
    hint="`self.w_o(merge_heads(output))`.",
)

mistakes.add(
    "any-number-of-key-heads",
    edit("usual", {"if num_heads % num_kv_heads:": "if False:", "self.num_heads // self.num_kv_heads": "-(-self.num_heads // self.num_kv_heads)", "q, k, v, mask": "q, k[:, : self.num_heads], v[:, : self.num_heads], mask"}),
    means="4 heads cannot share 3 key heads evenly, and you go on in silence.",
    try_next="What does your class say to num_heads=4, num_kv_heads=3?",
    hint="`if num_heads % num_kv_heads: raise ValueError(...)`.",
)

STOPS = "heads that do not divide stop in masked_attend anyway"
mistakes.harmless(kind="slip", within="num_heads % num_kv_heads", because=STOPS)
mistakes.harmless(kind="fixed", within="num_heads % num_kv_heads", because=STOPS)
mistakes.harmless(kind="slip", within="does not divide", because=STOPS)
mistakes.harmless(
    kind="slip",
    within="past = 0 if cache is None else cache[0].shape[2]",
    because="keys and values are equally many",
)
