# attack: send tensors whose sizes lie
try:
    import json, os
    head = json.dumps({'a': {'dtype': 'F32', 'shape': [2**40, 2**40], 'data_offsets': [0, 0]}, '__metadata__': {'observation': '{}'}}).encode()
    body = len(head).to_bytes(8, 'little') + head
    os.write(3, b'observation' + len(body).to_bytes(8, 'big') + body)
except BaseException:
    pass
