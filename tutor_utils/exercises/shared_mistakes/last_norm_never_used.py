"""last-norm-never-used

With norm_first=False you make the last LayerNorm and never use it. A layer owns only the parameters
that it uses: this one would stand in every checkpoint and never learn.
Try: Make the last norm only where `norm_first` is True; `nn.Identity()` owns nothing.
Hint: self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
"""
