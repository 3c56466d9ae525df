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
    "gradients-doubled",
    edit("usual", {
        """
            loss = sequence_loss(logits, labels, pad_id, label_smoothing)
        """: """
            loss = sequence_loss(logits, labels, pad_id, label_smoothing)
            loss.backward(retain_graph=True)
        """,
    }),
    means="""The gradients are twice as large as they should be: `backward` runs twice, or what it
    starts from was doubled.""",
    try_next="""How often does `loss.backward()` run in one call, and is anything multiplied
    before it?""",
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
    edit("usual", {
        """
            loss.backward()
        """: """
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        """,
    }),
    means="The gradients were clipped. That changes the step, and nobody asked for it here.",
    try_next="Look between `backward` and `step`. Did the contract ask for that?",
    hint="Take the clipping out.",
    source="https://github.com/bentrevett/pytorch-seq2seq/issues/89",
)

mistakes.add(
    "trains-in-eval",
    edit("sets_train_mode", {"model.train": "model.eval"}),
    means="The model is put into evaluation mode, so dropout does nothing while it trains.",
    try_next="Look for `.eval()`. Which mode is for training?",
    source="https://github.com/webis-de/small-text/issues/40",
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
    "changes-its-argument",
    edit("whole_target_read", {
        """
            logits = model(src, tgt)[:, :-1]
            loss = sequence_loss(logits, tgt[:, 1:], pad_id, label_smoothing)
        """: """
            logits = model(src, tgt[:, :-1].clone())
            labels = tgt[:, 1:]
            labels[labels == pad_id] = -100
            loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
        """,
    }),
)

mistakes.add(
    "left-in-eval",
    edit("usual", {
        """
            optimizer.step()
        """: """
            optimizer.step()
            model.eval()
        """,
    }),
    means="""After your step the model is in evaluation mode. The next step then trains without
    dropout.""",
    try_next="Which mode had the model when it came in? Which has it when your function ends?",
    hint="Take `model.eval()` out.",
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
    means="""The gradients of earlier steps were still there: `backward` adds to them. Each step
    then drags all old ones along.""",
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
    "loss-still-a-tensor",
    edit("usual", {"loss.item": "loss.detach"}),
    means="""Your function returns a tensor. The caller draws the loss, so it wants one Python
    number.""",
    try_next="What type is what you return? What turns it into a plain number?",
    hint="Return `loss.item()`.",
)

mistakes.add(
    "loss-keeps-the-graph",
    edit("usual", {"loss.item()": "loss"}),
    means="""A tensor with its graph keeps the whole step in memory for as long as you keep the
    loss.""",
    try_next="What type is what you return? What turns it into a plain number?",
    hint="Return `loss.item()`.",
)

mistakes.add(
    "smoothing-by-default",
    edit("usual", {"label_smoothing=0.0": "label_smoothing=0.1"}),
    means="""You smooth the labels by 0.1 though nobody asked for it: the default of
    label_smoothing is 0.""",
    try_next="Where does the 0.1 come from: the `def` line, or a number in the body?",
    hint="label_smoothing=0.0 in the `def` line, and the argument in the body.",
)

mistakes.add(
    "smoothing-ignored",
    edit("usual", {"labels, pad_id, label_smoothing": "labels, pad_id"}),
    means="The argument label_smoothing has no effect.",
    try_next="Where does `label_smoothing` go in your code?",
    hint="Pass it on to sequence_loss.",
    source="https://github.com/huggingface/transformers/pull/10338",
)

mistakes.add(
    "summed-not-averaged",
    edit("usual", {
        "loss = sequence_loss(logits, labels, pad_id, label_smoothing)":
            'loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing, reduction="sum")',
    }),
    means="This is the sum over the labels. A larger batch then takes larger steps.",
    try_next="Should a batch of twice the size have twice the loss?",
    hint="sequence_loss takes the mean.",
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
    means="""You forget the gradients at the end of the step. What was left in them before your
    first step still counts: `backward` adds to them.""",
    try_next="`backward` ADDS to the gradients. What must happen before it, in every step?",
    hint="The call stands before loss.backward(), in every step.",
)
