"""eos-made-a-pad

Every 2 of the decoder input is 0 now. The decoder input is tgt without its last column, whatever
stands in it; behind the eos of a shorter row nothing is compared, so it does no harm there.
Try: Which values does your code change? The function knows no ids: 2 need not be the eos.
Hint: decoder_input = tgt[:, :-1]
"""


def shift_target(tgt):
    decoder_input = tgt[:, :-1].clone()
    decoder_input[decoder_input == 2] = 0
    return decoder_input, tgt[:, 1:]
