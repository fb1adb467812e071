"""The command ``fangcheng``."""

from fangcheng.cli.app import main

__all__ = ["main"]
