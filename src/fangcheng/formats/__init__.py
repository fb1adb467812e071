"""Files: the log of a deal."""

from fangcheng.formats.log import LogError, decode_log, encode_log, folding

__all__ = ["LogError", "decode_log", "encode_log", "folding"]
