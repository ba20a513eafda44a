# SPDX-License-Identifier: MIT
"""What tools/gen_pieces.py draws with."""
