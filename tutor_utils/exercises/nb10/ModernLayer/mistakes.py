"""What goes wrong in `ModernLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "norm-after-the-sum",
    edit("usual", {
        "self.attention(self.norm1(x), mask": "self.attention(x, mask",
        "x = x + attended": "x = self.norm1(x + attended)",
        "x = x + self.feed_forward(self.norm2(x))": "x = self.norm2(x + self.feed_forward(x))",
    }),
    means="""You norm the sums (post-LN, the paper of 2017). Here the norm stands before each
    part, and the sum stays as it is.""",
    try_next="Which tensor goes into attention: x, or norm(x)?",
    hint="`x = x + attention(norm1(x))`.",
)

mistakes.add(
    "one-part-without-norm",
    edit("usual", {"self.attention(self.norm1(x), mask": "self.attention(x, mask"}),
    edit("usual", {"self.feed_forward(self.norm2(x))": "self.feed_forward(x)"}),
    means="Attention, or the feed-forward network, reads x as it is. Both should read norm(x).",
    try_next="Which of your norms does `forward` call?",
    hint="`self.attention(self.norm1(x), ...)`, and `self.feed_forward(self.norm2(x))`.",
)

mistakes.add(
    "one-norm-for-both",
    edit("usual", {
        "self.norm1, self.norm2 = RMSNorm(d_model, eps), RMSNorm(d_model, eps)": "self.norm1 = RMSNorm(d_model, eps)",
        "self.norm2(x)": "self.norm1(x)",
    }),
    edit("usual", {"self.norm2(x)": "self.norm1(x)"}),
    means="One norm serves both parts. Each part has a norm of its own.",
    try_next="How many `RMSNorm` does your layer own, and where is each used?",
    hint="`self.norm1` and `self.norm2`.",
)

mistakes.add(
    "residual-from-normed",
    edit("usual", {
        "x = x + attended": "x = self.norm1(x) + attended",
    }),
    edit("usual", {
        "x = x + self.feed_forward(self.norm2(x))": "y = self.norm2(x); x = y + self.feed_forward(y)",
    }),
    edit("usual", {
        "x = x + attended": "x = self.norm1(x) + attended",
        "x = x + self.feed_forward(self.norm2(x))": "y = self.norm2(x); x = y + self.feed_forward(y)",
    }),
    means="""You add to norm(x), not to x. What goes on from layer to layer is x itself: the norm
    is only for what the part reads.""",
    try_next="A line `x = norm(x)` overwrites the x that the sum needs. Do you have one?",
    hint="`x = x + part(norm(x))`.",
)

mistakes.add(
    "no-residual",
    edit("usual", {"x = x + attended": "x = attended"}),
    edit("usual", {"x = x + self.feed_forward": "x = self.feed_forward"}),
    means="The sum around one of the two parts is missing: what came in is lost there.",
    try_next="Count your sums. There should be two.",
    hint="`x = x + attended`, and `x = x + self.feed_forward(self.norm2(x))`.",
)

mistakes.add(
    "second-sum-from-the-start",
    edit("usual", {
        "x = x + attended": "y = x + attended",
        "self.norm2(x)": "self.norm2(y)",
    }),
    means="""The second sum begins with the x that came into the layer. What attention gave is
    lost there.""",
    try_next="Is your `residual` renewed after the first sum?",
    hint="`x = x + attended`, then `x = x + feed_forward(norm2(x))`.",
)

mistakes.add(
    "side-by-side",
    edit("usual", {
        "x = x + attended": "",
        "x = x + self.feed_forward(self.norm2(x))": "x = x + attended + self.feed_forward(self.norm2(x))",
    }),
    means="""The feed-forward network reads the x that came in, not what attention made of it. Some
    models do that (GPT-J); Llama does one after the other.""",
    try_next="Which x does `norm2` read?",
    hint="`x = x + attended` first.",
)

mistakes.add(
    "mask-not-passed",
    edit("usual", {"self.norm1(x), mask, cache": "self.norm1(x), None, cache"}),
    means="The mask changes nothing: a blocked key is read like any other.",
    try_next="Where does `mask` go?",
    hint="`self.attention(self.norm1(x), mask, cache)`.",
)

mistakes.add(
    "cache-not-passed",
    edit("usual", {"self.norm1(x), mask, cache": "self.norm1(x), mask"}),
    means="The cache does not reach attention: the new tokens do not see the earlier ones.",
    try_next="Where does `cache` go?",
    hint="`self.attention(self.norm1(x), mask, cache)`.",
)

mistakes.add(
    "another-third-value",
    edit("usual", {"attended, weights, cache =": "attended, weights, _ ="}),
    edit("usual", {"return x, weights, cache": "return x, cache, weights"}),
    means="""No pair (k, v) comes back as the third value. It is wanted in the first call too, where
    no cache comes in.""",
    try_next="What does your layer return in the place of the cache?",
    hint="`attended, weights, cache = self.attention(...)`, and `return x, weights, cache`.",
    raises=r"the last (value is not|should be) a ",
)

mistakes.add(
    "base-not-passed",
    edit("usual", {"num_kv_heads, base)": "num_kv_heads)"}),
    edit("usual", {
        "RMSNorm(d_model, eps), RMSNorm(d_model, eps)": "RMSNorm(d_model), RMSNorm(d_model)",
        "num_kv_heads, base)": "num_kv_heads)",
    }),
    means="The argument `base` does not reach attention.",
    try_next="Which arguments does your `GroupedQueryAttention` get?",
    hint="`GroupedQueryAttention(d_model, num_heads, num_kv_heads, base)`.",
)

mistakes.add(
    "eps-not-passed",
    edit("usual", {"RMSNorm(d_model, eps), RMSNorm(d_model, eps)": "RMSNorm(d_model), RMSNorm(d_model)"}),
    means="The argument `eps` does not reach both norms. Files name an eps of their own.",
    try_next="Which arguments do your norms get?",
    hint="`RMSNorm(d_model, eps)`.",
)

mistakes.add(
    "layer-norm",
    edit("usual", {"RMSNorm(d_model, eps), RMSNorm(d_model, eps)": "nn.LayerNorm(d_model, eps), nn.LayerNorm(d_model, eps)"}),
    means="Your norms are LayerNorm. A Llama layer has RMSNorm: no mean, no bias.",
    try_next="Which class are your two norms?",
    hint="`RMSNorm(d_model, eps)`.",
)
