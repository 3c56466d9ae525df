"""What goes wrong in `Transformer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "always-tied",
    edit("usual", {"if tie_weights": "if True"}),
    means="The tables are shared although tie_weights=False.",
    try_next="""What decides in your code whether the tables are shared? `tie_weights` alone
    should.""",
    source="https://github.com/awslabs/sockeye/pull/137",
)

mistakes.add(
    "no-scale-no-positions",
    edit("usual", {"TransformerEmbedding(size, d_model, pad_id, max_len, dropout)": "nn.Embedding(size, d_model)"}),
    means="The embedding has neither the factor √d_model nor the positions.",
    try_next="Use your TransformerEmbedding of notebook 01, and not a bare `nn.Embedding`.",
)

mistakes.add(
    "causal-mask-in-encoder",
    edit("usual", {"(src), src_mask)": "(src), target_mask(src, self.pad_id))"}),
    means="""The encoder hides what comes later. The source is all known: every word may read
    every word.""",
    try_next="Use `padding_mask` in the encoder.",
)

mistakes.add(
    "norm-first-not-passed",
    edit("usual", {"= Encoder(*sizes, norm_first)": "= Encoder(*sizes)", "= Decoder(*sizes, norm_first)": "= Decoder(*sizes)"}),
    means="""`norm_first` does not reach both stacks: layers of the encoder, of the decoder or of
    both still normalise after the sum.""",
    try_next="Compare the two lines that make the encoder and the decoder.",
)

mistakes.add(
    "one-embedding-for-both",
    edit("usual", {"self.decoder(self.target(tgt)": "self.decoder(self.source(tgt)"}),
    means="""Source and target go through one embedding. Each language has ids of its own, so the
    same id means another word.""",
    try_next="Which embedding gets `src`, and which one `tgt`?",
)

mistakes.add(
    "dropout-not-passed",
    edit("usual", {"d_ff, dropout\n": "d_ff, 0.0\n"}),
    edit("usual", {"max_len, dropout)": "max_len)"}),
    means="""In training not every part drops: some parts do not get the rate, or are put into
    evaluation mode.""",
    try_next="""Do the embeddings, the encoder and the decoder all get `dropout`? Does a line say
    `.eval()`?""",
)

mistakes.add(
    "mask-not-returned",
    edit("usual", {
        "return memory, src_mask": "return memory",
        "(tgt, *self.encode(src))": "(tgt, self.encode(src), padding_mask(src, self.pad_id))",
    }),
    means="""`encode` gives one value. It should give (memory, src_mask), so that the source is
    read once and the target many times.""",
    try_next="What does `decode` need of the source beside the memory?",
    hint="return memory, src_mask",
)

mistakes.add(
    "source-pads-visible",
    edit("usual", {"(src), src_mask": "(src)"}),
    means="The encoder reads the pads of the source.",
    try_next="Give the source mask to the encoder.",
    source="https://github.com/pytorch/tutorials/issues/719",
)

mistakes.add(
    "log-probabilities",
    edit("usual", {"self.output(x)": "F.log_softmax(self.output(x), dim=-1)"}),
    means="You return log-probabilities. The contract asks for logits, the plain numbers.",
    try_next="Take the log_softmax out: the last step is the linear layer.",
    source="https://github.com/hkproj/pytorch-transformer/issues/7",
)

mistakes.add(
    "encoder-never-learns",
    edit("usual", {"memory, mask": "memory.detach(), mask"}),
    means="""The gradient stops between the decoder and the encoder. The numbers are right, and
    the encoder keeps its first weights for ever.""",
    try_next="""Look for `.detach()`, `.data` or `no_grad` in or above `encode`, and on the way to
    `decode`.""",
)

mistakes.add(
    "memory-pads-visible",
    edit("usual", {"mask, src_mask": "mask"}),
    means="The decoder reads the memory at the pads of the source.",
    try_next="Give `src_mask` to the decoder as `memory_mask`.",
    source="https://github.com/keras-team/keras-io/pull/1046",
)

mistakes.add(
    "no-causal-mask",
    edit("usual", {"target_mask": "padding_mask"}),
    edit("usual", {"memory, mask": "memory, None"}),
    means="""The decoder reads target tokens that come later. The training loss then falls near
    zero, since the model can read the answer, and decoding is useless.""",
    try_next="Give `target_mask(tgt, pad_id)` to the decoder.",
    source="https://github.com/huggingface/transformers/issues/48745",
)

mistakes.add(
    "positions-missing",
    edit("usual", {"TransformerEmbedding(size, d_model, pad_id, max_len, dropout)": "TokenEmbedding(size, d_model, pad_id)"}),
    means="""The words go into the layers without positions: for attention a sentence then has no
    order.""",
    try_next="Where do the positions come in? `TransformerEmbedding` adds them to the words.",
)

mistakes.add(
    "no-source-mask",
    edit("usual", {"(src), src_mask": "(src)", "mask, src_mask": "mask"}),
    means="""Nothing hides the pads of the source. The same sentence then gives other logits when
    its neighbour in the batch is longer.""",
    try_next="""Make `padding_mask(src, pad_id)` once, and give it to the encoder and to the
    decoder.""",
)

mistakes.add(
    "pad-id-ignored",
    edit("usual", {"= pad_id": "= 0"}),
    edit("usual", {"padding_mask(src, self.pad_id)": "padding_mask(src, 0)"}),
    means="A mask of yours looks for the id 0 and not for `pad_id`.",
    try_next="Which id does each of your masks get? Is it the `pad_id` that `__init__` was given?",
    hint="Keep `self.pad_id = pad_id`, and use it in both masks.",
)

mistakes.add(
    "probabilities",
    edit("usual", {"output(x)": "output(x).softmax(-1)"}),
    means="""You return probabilities. The loss of notebook 07 takes logits and does the softmax
    itself; twice is wrong.""",
    try_next="Take the softmax out: the last step is the linear layer.",
    source="https://github.com/bowang-lab/Transformer-GCN-QA/pull/32",
)

mistakes.add(
    "target-mask-on-memory",
    edit("usual", {"mask, src_mask": "mask, mask"}),
    means="""The cross-attention got the target mask. Whether a *source* token may be read depends
    on the source.""",
    try_next="Give `src_mask` as the memory mask.",
)

mistakes.add(
    "target-pads-visible",
    edit("usual", {"target_mask(tgt, self.pad_id)": "causal_mask(tgt.shape[1], tgt.device)"}),
    means="""The target mask hides the future, and not the pads. `transformer_from_scratch.py` of
    aladdinpersson/Machine-Learning-Collection has this fault. With pads on the right alone it
    never shows; with a pad in the middle it does.""",
    try_next="Use `target_mask`, which knows both, and not the causal mask alone.",
)

mistakes.add(
    "tied-by-copy",
    edit("usual", {"if tie_weights": "if False"}),
    edit("usual", {"weight =": "weight.data ="}),
    means="""Target embedding and output have a Parameter each, and each learns by itself, whether
    their numbers were copied, shared by `.data`, or neither. Tying means that both hold the same
    Parameter.""",
    try_next="Assign the Parameter, not its data: `self.output.weight = table.weight`.",
    source="https://github.com/facebookresearch/lingua/issues/74",
)

mistakes.add(
    "mask-stays-behind",
    edit("usual", {
        "self.pad_id = pad_id": "self.pad_id, self.past = pad_id, causal_mask(max_len)",
        "mask = target_mask(tgt, self.pad_id)":
            "mask = padding_mask(tgt, self.pad_id) & self.past[..., : tgt.shape[1], : tgt.shape[1]]",
    }),
    means="""Your mask is made once, in `__init__`, as a plain attribute. It stays on the CPU when
    the model moves to a GPU.""",
    try_next="Make the mask in each call, as `target_mask` does.",
    hint="A tensor that must move along is a buffer: `self.register_buffer(name, tensor)`.",
)

mistakes.harmless(
    "padding_mask(src, self.pad_id) -> padding_mask(self.pad_id, src)",
    because="`src != pad_id` is the same the other way round",
)
