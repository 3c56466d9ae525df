# attack: raise an error of a gigabyte
def split_heads(x, num_heads):
    raise ValueError("\ud83d\x00\u202e<script>" * 20_000_000)
