"""The canonical layout of `.gbk` text: only blanks and line ends move."""

from gbk.format.layout import layout

__all__ = ["layout"]
