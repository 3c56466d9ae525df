# attack: say that the kernel started, many times, with observations in between
import os

for _ in range(2000):
    os.write(3, b"started observation" + (0).to_bytes(8, "big"))
