"""`python -m gbk`."""

from gbk.cli.main import main

main()
