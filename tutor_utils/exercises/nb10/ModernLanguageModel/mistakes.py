"""What goes wrong in `ModernLanguageModel`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()
MASK = "mask = causal_mask(past + ids.shape[1], ids.device)[:, :, past:]"

mistakes.add(
    "square-mask-with-a-past",
    edit("usual", {MASK: "mask = causal_mask(ids.shape[1], ids.device)"}),
    edit("usual", {MASK: "mask = causal_mask(past + ids.shape[1], ids.device)"}),
    means="""Your mask is a square. After a cache there are L queries and past + L keys: L rows,
    past + L columns.""",
    try_next="Which shape has your mask for 2 new ids after a cache of 3?",
    hint="`causal_mask(past + L, ids.device)[:, :, past:]`.",
    raises=r"size of tensor a .* must match the size of tensor b|must match the existing size|not broadcastable",
)

mistakes.add(
    "first-rows-of-the-mask",
    edit("usual", {"ids.device)[:, :, past:]": "ids.device)[:, :, : ids.shape[1]]"}),
    means="""You take the first rows of the mask: those belong to the tokens of the cache. The new
    tokens are the last rows.""",
    try_next="May the first new token see the whole cache? Print its row.",
    hint="`[:, :, past:]`.",
)

mistakes.add(
    "columns-cut",
    edit("usual", {"ids.device)[:, :, past:]": "ids.device)[..., past:]"}),
    means="""You cut the columns of the mask: those are the keys, and all of them stay. The new ids
    are the queries: its last rows.""",
    try_next="Which shape has your mask for 2 new ids after a cache of 3?",
    hint="`[:, :, past:]`.",
)

mistakes.add(
    "no-mask",
    edit("usual", {MASK: "mask = None"}),
    edit("usual", {MASK: "mask = None if cache is not None else causal_mask(ids.shape[1], ids.device)"}),
    means="""Without a mask a new token sees those after it. One new id needs none; two do, also
    after a cache.""",
    try_next="Change the last id. Do the logits before it move?",
    hint="`causal_mask(past + L, ids.device)[:, :, past:]`.",
)

mistakes.add(
    "factor-in-front",
    edit("usual", {"self.tokens(ids), []": "self.tokens(ids) * self.tokens.weight.shape[1] ** 0.5, []"}),
    means="You multiply the token rows by √d_model, as in notebook 01. Llama does not.",
    try_next="What goes into the first layer?",
    hint="`x = self.tokens(ids)`.",
)

mistakes.add(
    "last-norm-missing",
    edit("usual", {"self.output(self.norm(x))": "self.output(x)"}),
    means="The norm after the last layer is missing.",
    try_next="What stands between the last layer and the output?",
    hint="`self.output(self.norm(x))`.",
)

mistakes.add(
    "never-tied",
    edit("usual", {"if tie_weights:": "if False:"}),
    means="""With tie_weights=True there are still two Parameters. To share the data alone is not
    enough: each gets a gradient of its own.""",
    try_next="How many numbers does the tied model learn, and how many the free one?",
    hint="`self.output.weight = self.tokens.weight`.",
)

mistakes.add(
    "always-tied",
    edit("usual", {"if tie_weights:": "if True:"}),
    means="With tie_weights=False there is still one table.",
    try_next="Where does `forward`, or `__init__`, ask for `tie_weights`?",
)

mistakes.add(
    "output-with-a-bias",
    edit("usual", {"nn.Linear(d_model, vocab_size, bias=False)": "nn.Linear(d_model, vocab_size)"}),
    means="The output has a bias. A Llama file holds none.",
    try_next="Print the module.",
    hint="`bias=False`.",
)

mistakes.add(
    "one-layer-many-times",
    edit("usual", {"nn.ModuleList(ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps) for _ in range(num_layers))": "nn.ModuleList([ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps)] * num_layers)"}),
    means="One layer stands in the list several times: all layers share their numbers.",
    try_next="How many numbers does a model of 2 layers learn?",
    hint="Make a layer anew for each: `ModernLayer(...) for _ in range(num_layers)`.",
)

mistakes.add(
    "layers-not-registered",
    edit("usual", {"nn.ModuleList(ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps) for _ in range(num_layers))": "[ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps) for _ in range(num_layers)]"}),
)

mistakes.add(
    "one-cache-for-all-layers",
    edit("usual", {"layer(x, mask, before)": "layer(x, mask, caches[0])"}),
    means="Every layer reads the cache of the first. Each has its own.",
    try_next="Which cache does your second layer get?",
    hint="`zip(self.layers, caches)`.",
)

mistakes.add(
    "cache-not-passed",
    edit("usual", {"layer(x, mask, before)": "layer(x, mask)"}),
    edit("usual", {"layer(x, mask, before)": "layer(x, mask)", MASK: "mask = causal_mask(ids.shape[1], ids.device)"}),
    means="The caches do not reach the layers: the new ids do not see the earlier ones.",
    try_next="Where does `cache` go?",
    hint="`layer(x, mask, before)`.",
)

mistakes.add(
    "past-of-another-axis",
    edit("usual", {"cache[0][0].shape[2]": "cache[0][0].shape[1]"}),
    means="You take another number (of key heads, of layers) for the number of ids in the cache.",
    try_next="A cache is a list of (k, v), each (B, g, past, d_k). Which of its sizes do you read?",
    hint="`cache[0][0].shape[2]`.",
)

mistakes.add(
    "base-not-passed",
    edit("usual", {"d_ff, base, eps)": "d_ff)"}),
    edit("usual", {"d_ff, base, eps)": "d_ff)", "RMSNorm(d_model, eps)": "RMSNorm(d_model)"}),
    means="The argument `base` does not reach the layers.",
    try_next="Which arguments do your layers get?",
    hint="`ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps)`.",
)

mistakes.add(
    "eps-not-passed",
    edit("usual", {"RMSNorm(d_model, eps)": "RMSNorm(d_model)"}),
    edit("usual", {"d_ff, base, eps)": "d_ff, base)"}),
    means="The argument `eps` does not reach every norm.",
    try_next="Which arguments do your layers and your last norm get?",
    hint="`RMSNorm(d_model, eps)`.",
)

mistakes.add(
    "softmax-at-the-end",
    edit("usual", {"self.output(self.norm(x)), kept": "self.output(self.norm(x)).softmax(-1), kept"}),
    means="You give probabilities. Logits are wanted: the loss and `sample_next` do the softmax.",
    try_next="Do your rows sum to 1?",
)

mistakes.add(
    "another-list-of-caches",
    edit("usual", {"return self.output(self.norm(x)), kept": "return self.output(self.norm(x)), kept[-1]"}),
    means="Beside the logits no list comes back that holds one pair (k, v) for each layer.",
    try_next="How long is what you return for 2 layers, and what is its first entry?",
    hint="`kept.append(after)` in the loop.",
    raises=r"the last (value is not|should be) a ",
)

mistakes.harmless(
    kind="slip",
    within="tie_weights: bool=True",
    because="an eps of this size shows with tiny numbers alone: ModernLayer has that trial",
)
mistakes.harmless(
    kind="slip",
    within="past = 0 if cache is None else cache[0][0].shape[2]",
    because="all layers have read equally many ids",
)
mistakes.harmless(
    kind="slip",
    within="zip(self.layers, caches, strict=True)",
    because="each layer has its cache; strict only tells of a cache of another model",
)
