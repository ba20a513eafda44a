#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""charset_facts.py OUT: what Python's codecs say about every character, for charset_test.c.

Lines of "encoding bytes code": the bytes mean the code point, which is 0 if they mean nothing;
and of "=encoding bytes code": the code point is written so.
"""
import sys

# CP932's names for what EUC-JP's table calls otherwise: both encodings use CP932's here.
CP932_NAMES = {0x301C: 0xFF5E, 0x2016: 0x2225, 0x2212: 0xFF0D, 0x00A2: 0xFFE0,
               0x00A3: 0xFFE1, 0x00AC: 0xFFE2, 0x2014: 0x2015}


def decode(data, codec):
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def euc_of(sjis):
    """The bytes of EUC-JP for those of Shift_JIS, computed from the numbers alone."""
    lead = sjis[0] - (0x81 if sjis[0] < 0xA0 else 0xC1)
    number = lead * 188 + sjis[1] - (0x40 if sjis[1] < 0x7F else 0x41)
    return bytes([0xA1 + number // 94, 0xA1 + number % 94]) if number < 94 * 94 else None


def main():
    with open(sys.argv[1], "w", encoding="ascii") as out:

        def fact(encoding, data, code):
            out.write(f"{encoding} {data.hex()} {code:x}\n")

        for byte in range(0x80, 0x100):
            one = bytes([byte])
            if byte not in (0x80, 0xA0, 0xFD, 0xFE, 0xFF):  # controls and Apple's signs
                code = decode(one, "cp932")
                if code:
                    fact("shift_jis", one, code)
                    fact("=shift_jis", one, code)
            code = decode(one, "cp1252") or byte
            fact("latin-1", one, code)
            fact("=latin-1", one, code)

        euc = {}
        for lead in list(range(0x81, 0xA0)) + list(range(0xE0, 0xFD)):
            for trail in range(0x40, 0xFD):
                pair = bytes([lead, trail])
                code = decode(pair, "cp932")
                if trail != 0x7F:
                    fact("shift_jis", pair, code)
                    if euc_of(pair):
                        euc[euc_of(pair)] = code
                if code:
                    fact("=shift_jis", chr(code).encode("cp932"), code)

        for lead in range(0xA1, 0xFF):
            for trail in range(0xA1, 0xFF):
                pair = bytes([lead, trail])
                code = decode(pair, "euc_jp")
                code = CP932_NAMES.get(code, code)
                if code:  # Python's table has no additions of CP932
                    assert code == euc[pair] or lead == 0xA1, pair
                fact("euc-jp", pair, code if code else euc[pair])
                if code:
                    fact("=euc-jp", pair, code)
        for trail in range(0xA1, 0xE0):
            fact("euc-jp", bytes([0x8E, trail]), decode(bytes([0x8E, trail]), "euc_jp"))
            fact("=euc-jp", bytes([0x8E, trail]), decode(bytes([0x8E, trail]), "euc_jp"))


main()
