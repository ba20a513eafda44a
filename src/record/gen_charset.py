#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_charset.py OUT: the tables of charset.c, from the codecs that come with Python.

Characters of two bytes have a number: 94 * row + cell, both from 0. Rows 0 to 93 are those of
JIS X 0208 with the additions of CP932; rows 94 to 99 are CP932's FA40 to FCFC. What lies
between them in CP932 is for private use and is computed.
"""
import sys

ROWS = 100
# What other tables than CP932's call the same characters, and what is meant by them here.
SAME = {
    0x301C: 0xFF5E,  # wave dash
    0x2016: 0x2225,  # double vertical line
    0x2212: 0xFF0D,  # minus
    0x2014: 0x2015,  # dash
    0x00A2: 0xFFE0,  # cent
    0x00A3: 0xFFE1,  # pound
    0x00AC: 0xFFE2,  # not
    0x00A6: 0xFFE4,  # broken bar
    0x00A5: 0xFFE5,  # yen
    0x203E: 0xFFE3,  # overline
}


def cp932_bytes(number):
    row, cell = divmod(number, 94)
    if row >= 94:
        row += 20
    lead, odd = divmod(row, 2)
    trail = cell + odd * 94
    return bytes([lead + (0x81 if lead < 31 else 0xC1), trail + (0x40 if trail < 63 else 0x41)])


def main():
    forward = []
    for number in range(ROWS * 94):
        try:
            text = cp932_bytes(number).decode("cp932")
        except UnicodeDecodeError:
            text = "\0"
        assert len(text) == 1 and ord(text) < 0x10000
        forward.append(ord(text))

    numbers = {cp932_bytes(n): n for n in range(ROWS * 94)}
    back = {}
    for code in sorted(set(forward) - {0}):
        back[code] = numbers[chr(code).encode("cp932")]
    for code, meant in SAME.items():
        back.setdefault(code, back[meant])

    pages = sorted({code >> 8 for code in back})
    latin = []
    for byte in range(0x80, 0xA0):
        try:
            latin.append(ord(bytes([byte]).decode("cp1252")))
        except UnicodeDecodeError:
            latin.append(byte)

    with open(sys.argv[1], "w", encoding="ascii") as out:

        def table(kind, name, values):
            out.write(f"static const {kind} {name} = {{\n")
            for i in range(0, len(values), 12):
                out.write("    " + ", ".join(str(v) for v in values[i : i + 12]) + ",\n")
            out.write("};\n\n")

        out.write("/* Made by gen_charset.py. */\n\n")
        table("uint16_t", f"jis_to_unicode[{ROWS * 94}]", forward)
        table("uint8_t", "unicode_page[256]",
              [pages.index(high) + 1 if high in pages else 0 for high in range(256)])
        table("uint16_t", f"unicode_to_jis[{len(pages) * 256}]",
              [back.get(high << 8 | low, -1) + 1 for high in pages for low in range(256)])
        table("uint16_t", "cp1252_to_unicode[32]", latin)


main()
