"""``python -m siberia`` is the command ``siberia``."""

from siberia.cli import main

main()
