"""The predictions of notebook 06."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        "feed_forward_neighbours",
        "One word of the sentence is exchanged. At how many positions does the output of the "
        "feed-forward network change?",
        {
            1: "The network works on every position by itself. Only attention lets words meet.",
            0: "The word itself goes through the network, so its own output changes.",
            7: "All would change after attention. This network never sees two words at once.",
        },
        1,
        "The network works on every position by itself, so one position changes.",
    ),
    Question(
        "decoder_layer_norms",
        "How many LayerNorms does one decoder layer have?",
        {
            3: "One for each sub-layer: self-attention, cross-attention, feed-forward.",
            2: "That is the encoder layer. The decoder layer has one sub-layer more.",
            1: "One for all would share its gain and bias between three different jobs.",
        },
        3,
        "One for each sub-layer, and a decoder layer has three of them.",
    ),
    Question(
        "cross_attention_shape",
        "8 heads, 7 source tokens, 4 target tokens, batch 10. Which shape have the weights of the "
        "cross-attention?",
        {
            (10, 8, 4, 7): "The 4 target tokens ask, the 7 source tokens are read.",
            (10, 8, 7, 4): "The other way round: the decoder asks, so its 4 tokens are the rows.",
            (10, 8, 4, 4): "That is the decoder's self-attention.",
            (10, 8, 7, 7): "That is the encoder's self-attention.",
        },
        (10, 8, 4, 7),
        "Rows are queries (4 target tokens), columns are keys (7 source tokens).",
    ),
    Question(
        "tied_first_loss",
        "A tied model of width 512, its table drawn with deviation 1, 1000 words: what is its first "
        "loss?",
        {
            "over 300": "x holds the row of the word just read, and a row's product with itself is "
            "about 512. The model is sure of that word, and wrong.",
            "about 7": "That is ln 1000, the loss of a model that knows nothing. This one is sure "
            "of something: look at the logit of the word that it has just read.",
            "about 30": "Logits of other words have a size of √512 = 23. One word stands out far "
            "more: the one just read, whose row is multiplied with itself.",
        },
        "over 300",
        'Choose "about 7", "about 30" or "over 300".',
    ),
)
