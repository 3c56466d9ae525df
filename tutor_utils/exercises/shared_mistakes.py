"""Words for mistakes that learners make in several exercises."""

from .edits import Mistakes

shared = Mistakes()

shared.add(
    "always-final-norm",
    means="""You normalise at the end also when norm_first=False. There the last layer has just
    done it.""",
    try_next="Apply the last norm only when `norm_first`.",
    source="https://github.com/hkproj/pytorch-transformer/issues/14",
)

shared.add(
    "always-norm-first",
    means="""With norm_first=False your layers normalise what goes into a sub-layer (pre-LN).
    The paper normalises the sum: norm(x + sublayer(x)).""",
    try_next="""What decides the order? Does `norm_first` reach each layer, and do the branches
    stand the right way round?""",
    source="https://github.com/hkproj/pytorch-transformer/issues/14",
)

shared.add(
    "attention-not-unpacked",
    means="""`MultiHeadAttention` gives two values, the output and the weights. You went on with
    the pair as if it were a tensor.""",
    try_next="Write `attended, weights = self.attention(...)`.",
    raises=r"argument 'input'.*must be Tensor, not tuple|unsupported operand type.*(Tensor.*tuple|tuple.*Tensor)|can only concatenate tuple|'tuple' object has no attribute|expected Tensor.*got tuple|found tuple|received an invalid combination of arguments - got \(tuple",
)

shared.add(
    "axes-missing",
    means="""The mask has too few axes. Beside scores (B, h, L_q, L_k) it lines up with the wrong
    ones: where B equals the number of heads, without an error.""",
    try_next="Write the shape that is asked for below yours. Which axes are missing, and where?",
    hint="`None` in an index makes an axis of size 1: `mask[:, None]`.",
)

shared.add(
    "bias-forgotten",
    means="Your numbers are x @ weight.T. A layer also adds its bias.",
    try_next="Call the layer itself, as in `w_q(x)`: it does both.",
)

shared.add(
    "blocked-row-nan",
    means="""Where every key is blocked the softmax divides 0 by 0: NaN. One such row spoils the
    loss of the whole batch.""",
    try_next="""What does the softmax of that row divide by? What could you fill with instead, and
    which weights must you then set to 0?""",
    hint="Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.",
    source="https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/5",
)

shared.add(
    "blocked-row-nan-gradient",
    means="""Where every key is blocked, the gradient is not finite: something was divided by 0 on
    the way, or by almost 0, and to repair the result afterwards does not repair the gradient. It
    runs backward into all weights.""",
    try_next="Where is a division in that row? A softmax over nothing but -inf divides 0 by 0.",
    hint="""Fill with `torch.finfo(scores.dtype).min`, which is finite, softmax, then set blocked
    weights to 0.""",
)

shared.add(
    "blocked-row-uniform",
    means="""With a large negative fill, a row with every key blocked becomes even: all its scores
    are the same. It reads what it must not.""",
    try_next="What are the weights of that row after the softmax, and what should they be?",
    hint="weights.masked_fill(~mask, 0.0)",
    source="https://github.com/hyunwoongko/transformer/pull/40",
)

shared.add(
    "bos-fixed",
    means="""Your rows begin with 1, whatever `bos_id` is: the number stands in your code, or a
    name of the notebook (`BOS`) does. The caller's `bos_id` decides which token starts a row.""",
    try_next="With what does your code begin a row where bos_id is 8?",
    hint="Start with `bos_id`.",
)

shared.add(
    "bos-kept",
    means="The rows still begin with bos. It was the start signal, and nobody said it.",
    try_next="What is in the first column of your result? Did the model say it?",
    hint="Drop the first column before you return.",
)

shared.add(
    "decodes-in-train-mode",
    means="Dropout is on while the model decodes, so the same source gives different answers.",
    try_next="Does dropout work while your loop runs? Who switches it off?",
    hint="Call `model.eval()` before the loop, and put the old mode back after it.",
)

shared.add(
    "decodes-with-gradients",
    means="""PyTorch records each step while you decode. Wherever a parameter is trained, that
    keeps a graph that nobody needs: slow, and memory grows.""",
    try_next="""Does anybody need gradients here? Who switches them off, without a change of the
    model?""",
    hint="Put `with torch.no_grad():` around the loop.",
)

shared.add(
    "device-named",
    means="""Your code names a device, or makes a tensor without saying where. Beside an input on
    another device it stops with an error.""",
    try_next="Give `device=` where you make a tensor: that of an argument, such as `x.device`.",
    raises="on the same device|compiled with CUDA|NVIDIA driver",
)

shared.add(
    "diagonal-blocked",
    means="A token may not see itself in your mask. Token 0 then sees nothing at all.",
    try_next="""May a token look at itself? Look at the diagonal, and at the equal sign of your
    comparison.""",
    hint="tril(), not tril(-1); `<=`, not `<`",
)

shared.add(
    "divided-by-d_k",
    means="""In total the scores are divided by d_k and not by its root: the root is missing,
    or √d_k divides twice.""",
    try_next="""How often are your scores divided, and by what? (`attention_scores` divides
    already.)""",
    hint="√d_k divides once.",
)

shared.add(
    "dropout-after-norm",
    means="""You dropped numbers after the norm. Dropout belongs on the output of the sub-layer,
    before the sum (paper, section 5.4).""",
    try_next="What goes into your dropout? It should be the output of the sub-layer alone.",
    hint="norm(x + self.dropout(out))",
)

shared.add(
    "dropout-after-residual",
    means="""You dropped numbers from the sum, so the residual loses them too. Dropout belongs on
    the output of the sub-layer, before the sum (paper, section 5.4).""",
    try_next="What goes into your dropout? It should be the output of the sub-layer alone.",
    hint="`x + self.dropout(out)`, not `self.dropout(x + out)`",
)

shared.add(
    "dropout-in-eval",
    means="Numbers are dropped in evaluation mode too. Then two runs of one sentence differ.",
    try_next="""Make `nn.Dropout` in `__init__`: there `.eval()` reaches it. `F.dropout` needs
    `training=self.training`.""",
)

shared.add(
    "dropout-missing",
    means="The argument `dropout` has no effect in training mode.",
    try_next="Does the rate reach an `nn.Dropout`, and is what that returns used?",
)

shared.add(
    "dropout-not-passed",
    means="Your `dropout` has no effect: the rate does not reach the layers.",
    try_next="What does each layer get for `dropout`?",
)

shared.add(
    "dropout-twice",
    means="""The output of a sub-layer goes through dropout twice before the sum. More of it is lost
    than the rate says.""",
    try_next="Does the sub-layer drop its own output already?",
    hint="Keep one dropout for each sub-layer: `x + self.dropout(out)`.",
)

shared.add(
    "each-reads-the-input",
    means="Every layer reads the first x, so only the last layer counts. Depth is then useless.",
    try_next="Look at the name: the result of a layer must be what the next one reads.",
    hint="x, ... = layer(x, ...)",
    source="https://github.com/xberg-io/xberg/issues/1210",
)

shared.add(
    "encodes-in-train-mode",
    means="""`encode` runs before the model is in eval mode. Dropout is on while it reads the
    source, so the same source gives different answers.""",
    try_next="Which line comes first: the one that encodes, or `model.eval()`?",
    hint="Call `model.eval()` before `model.encode(src)`.",
)

shared.add(
    "end-of-word-mark",
    means="""Your words end in `</w>`, as in the paper and in subword-nmt. Here a ▁ stands in
    front of each word.""",
    try_next="Print the tokens of the first word before any merge.",
    hint='`["▁", *word]`.',
)

shared.add(
    "eos-dropped",
    means="""The eos itself is missing. It belongs to the answer: it says that the model knew
    where to stop.""",
    try_next="In which order do you write a token and note that a row has ended?",
    hint="Mark a row as ended after its eos was written, not before.",
)

shared.add(
    "eos-fixed",
    means="""The id 2 ends a row in your code, whatever `eos_id` is: the number stands there, or a
    name of the notebook (`EOS`) does. The caller's `eos_id` decides.""",
    try_next="Look for a 2 or `EOS` in your code. What happens where eos_id is 5?",
    hint="The argument `eos_id` in its place.",
)

shared.add(
    "exp-overflows",
    means="For large scores `exp` gives infinity, and infinity divided by infinity is NaN.",
    try_next="""What is `exp` of a score of 1000? What can be subtracted from all scores of a
    row without changing its shares?""",
    hint="Use `softmax`, which subtracts the largest score of a row first.",
    source="https://github.com/tracel-ai/burn/pull/4697",
)

shared.add(
    "extra-names-pass",
    means="""A name that has no place in your model is passed over. The file then holds another
    model than yours.""",
    try_next="Compare the names of the file with the names that you expect.",
    hint="`places.keys() ^ given.keys()` holds every name that stands on one side alone.",
)

shared.add(
    "filled-with-zero",
    means="""Blocked keys got a score of 0, or nearly: filled with 1e-9, or multiplied by the
    mask. A score of 0 is an ordinary score, and softmax gives it a weight.""",
    try_next="Blocked scores must be very negative before the softmax. Is a minus sign missing?",
    hint="-inf, not 0 and not 1e-9",
    source="https://github.com/georg-wolflein/good-features/pull/1",
)

shared.add(
    "final-norm-missing",
    means="""With norm_first=True nothing normalises what leaves the last layer, and the sum grows
    with depth. A pre-LN stack ends with one more LayerNorm.""",
    try_next="""Is there a norm where `norm_first` is True? Is it called after the loop, and do
    you return what it gives?""",
    hint="if self.norm is not None: x = self.norm(x)",
)

shared.add(
    "finished-forgotten",
    means="""Whether a row has ended is read from its newest token alone. One step after its eos
    that token is a pad, so the row counts as going on, and speaks again.""",
    try_next="A row says eos at step 1. How does your loop know after step 2 that it has ended?",
    hint="`finished = finished | (token == eos_id)`",
)

shared.add(
    "goes-on-after-eos",
    means="""A row goes on after its eos, while other rows are still speaking. Everything after
    eos should be pad.""",
    try_next="How does your loop know which rows have ended, and what does it write there?",
    hint="Keep a bool for each row, True once it said eos, and write pad there.",
)

shared.add(
    "gradient-cut",
    means="""Your code lets no gradient through where it should. The table, or what stands before
    it, would keep its first values.""",
    try_next="Look for `.data`, `.detach()`, `torch.no_grad()`, or a copy of the table.",
)

shared.add(
    "indivisible-not-refused",
    means="""With 10 features and 3 heads no whole head size exists. Your code goes on: with fewer
    features, or with another number of heads, and nobody is told.""",
    try_next="How many features do the heads hold together, and how many came in?",
    hint="Where the number of heads does not divide the width, raise a ValueError with both.",
    fails="refuses",
    source="https://github.com/wanshuiyin/ARIS-in-AI-Offer/pull/45",
)

shared.add(
    "last-norm-after-each-layer",
    means="""In pre-LN the last norm comes after every layer. The residual stream should run from
    the first layer to the last untouched, and be normalised once, at the end.""",
    try_next="How often does your `forward` call the last norm for 6 layers?",
    hint="The last norm stands after the loop.",
)

shared.add(
    "layer-used-twice",
    means="""One of your layers serves two of query, key and value, or all three, and another one
    is not used. What a word asks for, is found by and hands over are three different vectors.""",
    try_next="Read the name of the layer in each line, and the names that you return.",
    hint="w_q makes the query, w_k the key, w_v the value: each layer once.",
)

shared.add(
    "layers-not-registered",
    means="""The layers stand in a plain Python list, tuple or dict. Then `parameters()` does not
    see them: they are not trained, not saved and not moved.""",
    try_next="Put them into `nn.ModuleList([...])`.",
)

shared.add(
    "letters-stripped",
    means="""`lstrip("model.")` takes away every letter of m, o, d, e, l and the dot, as long
    as one stands in front: "model.decoder" loses its "de", too.""",
    try_next='What does `"model.decoder".lstrip("model.")` give?',
    hint='`name.removeprefix("model.")`',
)

shared.add(
    "mask-added",
    means="You added the mask as 0 and 1. That changes a score by 1 at most.",
    try_next="What does a 0 or a 1 added to a score change? What would remove a key altogether?",
    hint="Blocked scores must be very negative before the softmax.",
    source="https://github.com/microsoft/onnxscript/pull/656",
)

shared.add(
    "mask-ignored",
    means="Your result is the same as without a mask.",
    try_next="""Follow `mask` through your code: what uses it, and is the result kept?
    `masked_fill` gives back a new tensor.""",
    hint="scores = scores.masked_fill(...), or masked_attend(q, k, v, mask)",
)

shared.add(
    "mask-inverted",
    means="""Your mask acts the other way round: what is open is blocked, and what is blocked is
    open. In this course True means may attend.""",
    try_next="""What does True mean where your mask is used? `masked_fill` fills where its argument
    is True; `masked_attend` and PyTorch's own attention let read there.""",
    hint="Put a `~` before the mask, or take one away. `masked_fill` takes `~mask`.",
    source="https://github.com/pytorch/pytorch/issues/29546",
)

shared.add(
    "mask-on-queries",
    means="""Your pads lie on the query axis. That silences pad queries, and pads can still be
    read as keys.""",
    try_next="On which axis of your mask do the words stand? Which axis are the keys?",
    hint="Keys are the last axis: (B, 1, 1, L).",
    source="https://github.com/bentrevett/pytorch-seq2seq/issues/96",
)

shared.add(
    "masked-after-softmax",
    means="""You blocked after the softmax. The blocked keys took their share already, so the rows
    no longer sum to 1.""",
    try_next="When must a key be left out: before the softmax divides the total of 1, or after?",
    hint="Block the scores, before the softmax.",
    source="https://github.com/rasbt/LLMs-from-scratch/issues/279",
)

shared.add(
    "max_len-refused",
    means="""Your code refuses a sentence that is just as long as max_len. There are max_len rows,
    so it fits.""",
    try_next="""With max_len=4, how many rows are there, and which is the last one that a sentence
    of 4 needs?""",
    hint="Refuse `L > max_len`, not `L >= max_len`.",
)

shared.add(
    "merge-without-moving-back",
    means="""You joined the heads without moving their axis back first. A `reshape` moves nothing:
    the shape is right, and one row holds several tokens of one head.""",
    try_next="Write the shape above the join: is it (B, L, h, d_k)?",
    hint="`.transpose(1, 2)` comes first, the `reshape` second; or use your `merge_heads`.",
    source="https://github.com/jsbaan/transformer-from-scratch/pull/6",
)

shared.add(
    "merged-by-replace",
    means="""You join letters, not tokens: the pair is also found where another token only ends
    or begins with these letters. So does `replace` on one string.""",
    try_next="""Print the tokens after each merge. Does every token that you join consist of
    exactly the pair?""",
    hint="Keep a list of tokens for each word, and compare whole tokens.",
)

shared.add(
    "missing-names-pass",
    means="A name that is missing is passed over, and that part keeps its old numbers.",
    try_next="Compare the names of the file with the names that you expect.",
    hint="`places.keys() ^ given.keys()` holds every name that stands on one side alone.",
)

shared.add(
    "mode-not-given-back",
    means="""The model, or a part of it, is left in another mode than it came in. What runs after
    your function would meet another dropout.""",
    try_next="Print `[part.training for part in model.modules()]` before and after the call.",
    hint="Keep the mode before `model.eval()`, and put it back at the end.",
)

shared.add(
    "mode-not-restored",
    means="""The model is left in another mode than it had. Training would go on without dropout,
    or the other way round.""",
    try_next="Which mode had the model when it came in? Do you remember it?",
    hint="Remember `model.training`, and call `model.train(was_training)` at the end.",
)

shared.add(
    "multiplied-by-root",
    means="The scores are multiplied by √d_k, so they grow instead of shrinking.",
    try_next="Should the scores grow or shrink with the width?",
    hint="Divide by √d_k: `/ d_k ** 0.5`, or `* d_k ** -0.5`.",
    source="https://github.com/esceptico/perceiver-io/issues/9",
)

shared.add(
    "no-feed-forward",
    means="""What your layer returns has gone through attention alone. The feed-forward network
    has no part in it.""",
    try_next="What becomes of the last sub-layer: is it called, and does x take up its result?",
)

shared.add(
    "no-gradient",
    means="Part of the layer gets no gradient, and what gets none does not learn.",
    try_next="""Look for `.detach()`, `.data`, `no_grad`, NumPy, or a layer that is made and never
    called.""",
)

shared.add(
    "no-norm",
    means="""In at least one sub-layer no norm is at work, though one was made: it is not called,
    or what it returns is not used.""",
    try_next="""Each sub-layer needs its norm, round the sum (post-LN) or round its input
    (pre-LN). Which of yours has none?""",
)

shared.add(
    "no-residual",
    means="""The input of a sub-layer is not added to its output. Without this road past the
    sub-layers a deep stack hardly learns.""",
    try_next="Look for `x + ...`: one sum for each sub-layer.",
    hint="`x + self.dropout(attended)`: in post-LN inside the norm, in pre-LN as it is.",
)

shared.add(
    "no-return",
    means="Your code gives None: it came to its end without a `return` of a value.",
    try_next="""Return all that the contract names. Does every way through your code end in
    `return`?""",
)

shared.add(
    "no-scale",
    means="""The scores are not divided by √d_k. The wider the keys, the larger they grow, until
    the softmax puts all weight on one key.""",
    try_next="Look at what follows the product of q and k, and whether its result is kept.",
    hint="/ math.sqrt(q.shape[-1])",
    source="https://github.com/delzac/cntkx/issues/10",
)

shared.add(
    "norm-first-ignored",
    means="""With norm_first=True your layer still normalises after the sum (post-LN). Pre-LN
    normalises what goes into the sub-layer: x + sublayer(norm(x)).""",
    try_next="Where do you keep `norm_first`, and where does `forward` ask for it?",
    source="https://github.com/harvardnlp/annotated-transformer/issues/13",
)

shared.add(
    "norm-first-not-passed",
    means="The layers do not know of norm_first: they still normalise after the sum.",
    try_next="Give `norm_first` to each layer.",
)

shared.add(
    "norm-inside-residual",
    means="""You normalised the output of a sub-layer before the sum, x + norm(sublayer(x)).
    Post-LN normalises the sum, norm(x + sublayer(x)), and pre-LN the input, x + sublayer(norm(x)).""",
    try_next="Look at what stands in the brackets of your norm.",
)

shared.add(
    "norm-used-twice",
    means="One of your norms serves two sub-layers, and another one is never called.",
    try_next="""Which norm does each sub-layer take in your `forward`? Go through them one after
    the other.""",
    hint="self.norm1 for the first sub-layer, self.norm2 for the second, ...",
    source="https://github.com/ml-explore/mlx/issues/1636",
)

shared.add(
    "not-a-softmax",
    means="The scores are divided by their sum. Negative scores then give negative weights.",
    try_next="""What does your formula give for a negative score? Which step makes all scores
    positive?""",
    hint="exp first, then divide; or `softmax`.",
)

shared.add(
    "one-layer-repeated",
    means="""Your module learns the numbers of one layer where several were asked for: the others
    are missing, or the same object once more, as in `[layer] * n`. The paper's layers are alike in
    form, each with weights of its own.""",
    try_next="How many different layers do you make, and when is each of them made?",
    hint="Make a new layer for each place: `nn.ModuleList(EncoderLayer(...) for _ in range(n))`.",
)

shared.add(
    "one-norm-for-all",
    means="""Numbers of the norms are missing: one LayerNorm may serve every sub-layer, the others
    may be left out, or the norms may have no bias (RMSNorm has none). It runs and it trains all
    the same: only counting the parameters shows it.""",
    try_next="Make one `nn.LayerNorm(d_model)` for each sub-layer.",
    hint="self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...",
)

shared.add(
    "one-sub-layer-not-dropped",
    means="""The output of a sub-layer gets no dropout before it is added. Each of them does
    (paper, section 5.4).""",
    try_next="What stands after each `x +` of yours?",
)

shared.add(
    "only-with-prefix",
    means="You ask for names that begin with `model.` alone. Some files leave it out.",
    try_next="Print `list(tensors)[:3]` of both kinds.",
    hint='`name.removeprefix("model.")`.',
)

shared.add(
    "order-of-results",
    means="Your results are right but come in another order than the caller unpacks.",
    try_next="Compare the order in your `return` line, and what stands behind each name.",
)

shared.add(
    "pad-fixed",
    means="""Your pads are 0, whatever `pad_id` is: the number stands in your code, or a name of
    the notebook (`PAD`) does, or a tensor of zeros is filled.""",
    try_next="What do you write after eos, and what does the caller ask for?",
    hint="Write `pad_id` after eos.",
)

shared.add(
    "pad-id-fixed",
    means="Your code takes the id 0 for the pad, whatever `pad_id` says.",
    try_next="""Where does your pad come from? A 0 that should be the argument may also hide in
    `zeros`, `bool()`, `F.pad` or `pad_sequence`.""",
    hint="Use the argument `pad_id`.",
    source="https://github.com/hyunwoongko/transformer/issues/11",
)

shared.add(
    "positions-from-one",
    means="Your positions begin at 1. The first token has position 0.",
    try_next="Which position does the first token get? At position 0 every sine is 0.",
    hint="`torch.arange(L)` gives the positions 0 to L-1.",
)

shared.add(
    "rate-ignored",
    means="""Numbers are dropped although dropout=0, which is the default: a rate stands in the
    code, or another default in the `def` line.""",
    try_next="Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.",
)

shared.add(
    "raw-scores",
    means="You mixed the rows with raw scores. They are no shares: they do not sum to 1.",
    try_next="""What do your weights sum to? Which step belongs between the scores and the sum,
    and is its result used?""",
    hint="Softmax comes first.",
)

shared.add(
    "residual-from-normed",
    means="""In pre-LN you added the *normalised* x. The residual must carry x itself,
    untouched from the first layer to the last.""",
    try_next="""Which tensor does each sum add: x, or norm(x)? A line `x = norm(x)` overwrites
    the x that the sum needs.""",
    hint="x = x + self.dropout(sublayer(self.norm1(x)))",
    source="https://github.com/Howuhh/faster-trajectory-transformer/issues/3",
)

shared.add(
    "results-swapped",
    means="The two results are right and come in the wrong order: the weights are the second.",
    try_next="Compare the order in your `return` line with the docstring.",
    hint="Return what was found first, and then the weights.",
    source="https://github.com/keras-team/keras/pull/19461",
)

shared.add(
    "root-of-the-length",
    means="""You divided by the root of the number of tokens. You may read so beside a table of 7
    x 7, but the width of the keys counts, not the length of the sentence.""",
    try_next="d_k is the last axis of q and k.",
)

shared.add(
    "scale-by-d-model",
    means="""In total the scores are divided by the root of the whole width. Each head's dot product
    has only d_k terms, so the scores get too small and the weights nearly even.""",
    try_next="""By what are the scores divided, `masked_attend` included? The width that counts is
    `q.shape[-1]` after the cut.""",
    source="https://github.com/lucidrains/vit-pytorch/issues/65",
)

shared.add(
    "scaled",
    means="""The scores are divided by √d. Here plain dot products are asked for; the scale
    comes in notebook 03.""",
    try_next="Look for a root before the softmax.",
    hint="Leave the division out.",
)

shared.add(
    "scores-returned",
    means="You returned the scores and not the weights. Weights come out of the softmax.",
    try_next="Which of your variables sums to 1 in each row? Look at the `return` line.",
    hint="Return what comes out of the softmax.",
    source="https://github.com/idiap/fast-transformers/issues/131",
)

shared.add(
    "sizes-do-not-meet",
    means="One layer hands over more (or fewer) features than the next one takes.",
    try_next="""Write the shape after every line: (B, L, d_model), then (B, L, d_ff), then (B, L,
    d_model).""",
    raises="mat1 and mat2 shapes cannot be multiplied|normalized_shape",
)

shared.add(
    "slice-of-another-size",
    means="Your slice is not the head's: it begins or ends elsewhere.",
    try_next="4 heads of 2 features: which of the 8 are head 1's?",
    hint="`slice(head * d_k, (head + 1) * d_k)`.",
)

shared.add(
    "smoothing-ignored",
    means="The argument label_smoothing has no effect.",
    try_next="Where does the argument `label_smoothing` go in your code?",
    hint="`F.cross_entropy` and `sequence_loss` have an argument of the same name.",
    source="https://github.com/huggingface/transformers/pull/10338",
)

shared.add(
    "softmax-over-queries",
    means="""Your softmax runs over the queries: columns sum to 1, not rows. Each query should
    share one unit of attention among the keys.""",
    try_next="Which axis do the keys stand on? Look at every `dim` of yours.",
    hint="Keys are the last axis: dim=-1.",
    source="https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146",
)

shared.add(
    "softmax-over-second-axis",
    means="""Your softmax runs over axis 1. In a table alone these are the keys, with a batch
    in front the queries, and with a batch and heads in front the heads.""",
    try_next="""Which axis do the keys stand on, whatever stands in front? Look at every `dim`
    of yours.""",
    hint="Keys are the last axis: dim=-1.",
    source="https://github.com/FudanNLP/fastNLP/issues/254",
)

shared.add(
    "softmax-without-dim",
    means="""Your softmax does not say over which axis it runs. The method then stops, and
    `F.softmax` guesses: axis 1 of a table, axis 0 of three axes, axis 1 of four.""",
    try_next="Which axis do the keys stand on? Tell it to your softmax.",
    hint="Give `dim=-1`.",
    source="https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/52",
)

shared.add(
    "source-mask-lost",
    means="""`encode` gives two values: the memory and the mask of the source. Without the mask
    the decoder reads the source's pads, so the same sentence is answered in another way beside a
    longer one.""",
    try_next="`encode` gives two values. Where do both go?",
    hint="memory, src_mask = model.encode(src)",
)

shared.add(
    "split-at-single-blanks",
    means="""Your text is cut at blanks alone, as `split(" ")` cuts it. Line ends stay inside
    words, and two blanks make an empty word.""",
    try_next="Print the words of a text of two lines, and of one with two blanks.",
    hint="`text.split()` without an argument.",
)

shared.add(
    "stays-in-eval-mode",
    means="""You switch the model to eval mode, and leave it there. Its next training step has no
    dropout.""",
    try_next="Which mode did the model have before?",
    hint="Leave the mode alone, or keep it and give it back.",
)

shared.add(
    "stays-in-training-mode",
    means="The model runs in training mode, where dropout spoils what it gives.",
    try_next="Which mode has the model while your loop runs?",
    hint="`model.eval()` before the loop.",
)

shared.add(
    "stops-with-the-first-row",
    means="Decoding stops when the first row has ended. The others are cut off.",
    try_next="Which rows must have ended before your loop may stop?",
    hint="Stop when ALL rows have ended, or after max_len steps.",
)

shared.add(
    "summed-not-averaged",
    means="This is the sum over the labels. A larger batch then takes larger steps.",
    try_next="Should a batch of twice the size have twice the loss?",
    hint="Divide by the count of labels that are not pad.",
    source="https://github.com/huggingface/transformers/issues/7546",
)

shared.add(
    "super-forgotten",
    means="A module must be set up by `nn.Module` before it can hold layers.",
    try_next="Begin `__init__` with `super().__init__()`.",
    raises="cannot assign (module|parameter)s? before Module.__init__|has no attribute '_modules'|has no attribute '_parameters'",
)

shared.add(
    "table-not-trained",
    means="""Nothing in your module is trained: `parameters()` gives no table that takes a
    gradient.""",
    try_next="Does `list(module.parameters())` show your table, and does it ask for a gradient?",
    hint="Use nn.Embedding or nn.Parameter.",
)

shared.add(
    "too-long",
    means="More than max_len tokens were said.",
    try_next="Count the rounds of your loop.",
)

shared.add(
    "too-short",
    means="Your answer ends one token before max_len. Nobody said bos, so it does not count.",
    try_next="How many tokens does your function return where no row says eos?",
    hint="`for _ in range(max_len):`",
)

shared.add(
    "unbiased-deviation",
    means="Your own norm divides by n - 1 when it works out the variance. LayerNorm divides by n.",
    try_next="Use `nn.LayerNorm`, or give `unbiased=False` to your `var` or `std`.",
)

shared.add(
    "view-straight-to-heads",
    means="""You cut into heads with one reshape, to (B, h, L, d_k) or to (B*h, L, d_k). That
    moves no axis: it cuts the numbers anew, so one head holds features of several tokens.""",
    try_next="Look at head 0 of token 1 in the small example: whose features are these?",
    hint="First reshape to (B, L, h, d_k), only then `.transpose(1, 2)`.",
    source="https://github.com/hyunwoongko/transformer/issues/15",
)

shared.add(
    "wrong-axes-transposed",
    means="""Other axes of k are swapped than its last two, or none. The product needs (d_k, L_k)
    on its right.""",
    try_next="""Write both shapes above the product. Counted from the end, which two axes of k must
    change places?""",
    hint="k.transpose(-2, -1)",
)
