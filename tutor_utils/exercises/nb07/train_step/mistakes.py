"""What goes wrong in `train_step`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "arguments-swapped",
    edit("usual", {"src, decoder_input": "decoder_input, src"}),
    means="The model gets the target as its source, and the source as its target.",
    try_next="In which order does the model take its two arguments?",
    hint="model(src, decoder_input)",
)

mistakes.add(
    "gradients-clipped",
    edit("usual", {
        """
            loss.backward()
        """: """
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        """,
    }),
    means="The gradients were clipped. That changes the step, and nobody asked for it here.",
    try_next="Look between `backward` and `step`. Did the contract ask for that?",
    hint="Take the clipping out.",
    source="https://github.com/bentrevett/pytorch-seq2seq/issues/89",
)

mistakes.add(
    "source-as-labels",
    edit("usual", {"logits, labels": "logits, src"}),
    means="""You compare with the source and not with the target. In the copy task they are the
    same; in every other task they are not.""",
    try_next="Where do your labels come from?",
    hint="Both the decoder input and the labels are made from tgt.",
)

mistakes.add(
    "loss-after-the-update",
    edit("usual", {
        "return loss.item()":
            "return sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing).item()",
    }),
    means="""You return the loss of the model as it is after the update. The one that you went
    backward from is wanted.""",
    try_next="How often does your function call the model, and which of the losses do you return?",
    hint="One forward pass is enough.",
)

mistakes.add(
    "no-update",
    edit("usual", {"loss.backward()": ""}),
    means="The parameters did not move: the optimizer made no step, or had no gradients.",
    try_next="""Which two calls turn a loss into new weights, and where does `zero_grad` stand
    beside them?""",
    hint="`optimizer.zero_grad()`, then `loss.backward()`, then `optimizer.step()`.",
    source="https://github.com/tatsu-lab/alpaca_farm/issues/57",
)

mistakes.add(
    "target-not-shifted",
    edit("usual", {", decoder_input": ", labels"}),
    edit("usual", {"logits, labels": "logits, decoder_input"}),
    edit("whole_target_read", {"[:, :-1]": "", "tgt[:, 1:]": "tgt"}),
    means="""The decoder was shown the tokens that it should predict. The loss falls to zero and
    decoding is useless.""",
    try_next="What goes into the model, and what into the loss? Are they the same tokens?",
    hint="""Give the decoder input to the model and the labels to the loss: shift_target makes
    both.""",
    source="https://github.com/Kyubyong/transformer/issues/94",
)

mistakes.add(
    "gradients-not-zeroed",
    edit("usual", {"optimizer.zero_grad()": ""}),
    means="""The gradients of an earlier step were still there: `backward` adds to them, and yours
    are forgotten too late or never.""",
    try_next="`backward` ADDS to the gradients. What must happen before it, in every step?",
    hint="The call stands before loss.backward(), in every step.",
)

mistakes.add(
    "pad-id-fixed",
    edit("usual", {"labels, pad_id": "labels, 0"}),
    means="Id 0 is left out of the loss, whatever `pad_id` says.",
    try_next="Look for a number in your code that should be the argument.",
    hint="Pass `pad_id` on to sequence_loss.",
)

mistakes.add(
    "pads-counted",
    edit("usual", {
        "loss = sequence_loss(logits, labels, pad_id, label_smoothing)":
            "loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)",
    }),
    means="Pads count in the loss.",
    try_next="Where does `pad_id` go in your code?",
    hint="Pass `pad_id` on to sequence_loss.",
)

mistakes.add(
    "smoothing-ignored",
    edit("usual", {"labels, pad_id, label_smoothing": "labels, pad_id"}),
)

mistakes.add(
    "summed-not-averaged",
    edit("usual", {
        "loss = sequence_loss(logits, labels, pad_id, label_smoothing)":
            'loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing, reduction="sum")',
    }),
)

mistakes.add(
    "gradients-not-zeroed",
    edit("usual", {
        "optimizer.zero_grad()": "",
        """
            optimizer.step()
        """: """
            optimizer.step()
            optimizer.zero_grad()
        """,
    }),
)

mistakes.add(
    "trains-in-eval",
    edit("sets_train_mode", {"model.train": "model.eval"}),
    means="The model is put into evaluation mode, so dropout does nothing while it trains.",
    try_next="Look for `.eval()`. Which mode is for training?",
    source="https://github.com/webis-de/small-text/issues/40",
)

mistakes.harmless(
    "optimizer.zero_grad() -> model.zero_grad()",
    because="the optimizer holds all parameters of the model",
)
