# attack: print without end
while True:
    print('x' * 10_000)
