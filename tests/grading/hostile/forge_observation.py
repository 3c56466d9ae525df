# attack: send an observation of one's own making
try:
    import os
    from tutor_utils.engine.observation import Observation, Observed
    body = Observation('split_heads', 0, {str(i): Observed(value=torch.zeros(1, 2, 2, 2)) for i in range(6)}).to_bytes()
    os.write(3, b'observation' + len(body).to_bytes(8, 'big') + body)
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
