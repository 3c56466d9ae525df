# attack: end the kernel at once
import os
os._exit(0)
