# attack: send a header that promises more than any memory holds
try:
    import os
    os.write(3, b'observation' + b'\xff' * 8 + b'\xff' * 1000)
    os.write(3, b'observation' + (2**40).to_bytes(8, 'big'))
except BaseException:
    pass
