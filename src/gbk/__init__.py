"""Gbk: a language and compiler for gamebooks."""

__version__ = "0.1.0"
