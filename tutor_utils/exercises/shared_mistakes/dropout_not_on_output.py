"""dropout-not-on-output

Dropout works somewhere, but the output of a sub-layer still reaches the sum whole. The paper drops
it before it is added (section 5.4).
Try: Look for a sum whose second part has not gone through dropout.
"""
