# attack: put scripts and formulas into the feedback

def split_heads(x, num_heads):
    raise ValueError('<script>alert(1)</script><img src=x onerror=alert(1)>\n=HYPERLINK("http://x")\x1b[2J\u202e')
