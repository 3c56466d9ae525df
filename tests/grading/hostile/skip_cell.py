# attack: tell nbval to skip the cell
# NBVAL_SKIP
# NBVAL_RAISES_EXCEPTION
