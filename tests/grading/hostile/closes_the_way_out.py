# attack: close every descriptor but a copy, and send what it likes
import os

copy = os.dup(3)
os.closerange(0, copy)
body = b"{" + b'"a":' * 500_000
os.write(copy, b"observation" + (2**62).to_bytes(8, "big") + body)
