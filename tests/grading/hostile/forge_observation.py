# attack: send an observation of one's own making, tensors and all, before the probe does
try:
    import json, os
    from safetensors.torch import save
    seen = {'value': {'tensor': 't'}, 'raised': None, 'changed': [], 'devices': [], 'printed': '', 'left': []}
    words = {'exercise': 'split_heads', 'seed': 0, 'untouched': False}
    for count in range(40):
        trials = {str(i): seen for i in range(count)}
        body = save({'t': torch.zeros(1, 2, 2, 2)}, {'observation': json.dumps(words | {'trials': trials})})
        os.write(3, b'observation' + len(body).to_bytes(8, 'big') + body)
except BaseException:
    pass
