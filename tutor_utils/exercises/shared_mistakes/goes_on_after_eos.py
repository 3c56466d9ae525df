"""goes-on-after-eos

A row goes on after its eos, while other rows are still speaking. Everything after eos should be
pad.
Try: How does your loop know which rows have ended, and what does it write there?
Hint: Keep a bool for each row, True once it said eos, and write pad there.
"""
