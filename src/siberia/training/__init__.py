"""Learning by self-play: what `siberia train` does (extra `train`: JAX and Optax)."""
