#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_oracle.py JSON_TEST: our reader of JSON must take and refuse what Python's does. TAP."""

import json
import random
import subprocess
import sys

TEXTS = [
    '', ' ', '{}', '[]', '[[]]', '{"a":[]}', '[1,2]', '[1,2', '[1,,2]', '[,1]', '[1,]', '{"a":1,}',
    '{"a"}', '{"a":}', '{a:1}', "{'a':1}", '{"a":1 "b":2}', '{"a":1,"a":2}', '[1 2]', '[}', '{]', ']', '}',
    '"x"', '"x', '"\\"', '"\\\\"', '"\\/"', '"\\b\\f\\n\\r\\t"', '"\\a"', '"\\u00e9"', '"\\u00E9"', '"\\u00g9"',
    '"\\u12"', '"\\ud83d\\ude00"', '"\t"', '"\n"', '"\x7f"', '"é日本😀"', '"\\u0000"', '"/"',
    '0', '-0', '00', '01', '-01', '1', '-1', '+1', '-', '--1', '1.', '.1', '1.5', '1.5e', '1.5e3', '1e3', '1E+3',
    '1e-3', '1e+', '0x10', '1_000', '123456789012345678901234567890', '1.e3', '-0.0', '1 ', ' 1', '1 1', '1,',
    'true', 'false', 'null', 'True', 'nul', 'nulll', 'truefalse', 'undefined', '[true,false,null]',
    '\ufeff{}', '{}{}', '{} x', '[1]]', '// c\n1', '/* c */ 1', '[1]\n', '\r\n[1]\r\n', '\x0b1', '\xa01',
    '[' * 99 + ']' * 99, '{"a":' * 99 + '1' + '}' * 99, '["a", {"b": ["c", {"d": "e"}]}]', '"\\u0022\\u005c"',
    '[""]', '{"":""}', '{"a":{"b":{}},"c":[[],[{}]]}', '[1e999]', '["\\', '["\\u', '[tru', '[-', '[1.',
]
BYTES = [b'"\xff"', b'"\xc3"', b'"\xc0\x80"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\xe3\x81"', b'\x00', b'"\x00"',
         b'{}\x00', b'"\xf0\x9f\x98\x80"', b'\xef\xbb\xbf1', b'"\x80"', b'["\xe6\x97', b'["\xff']


def refuse(name):
    """NaN and Infinity are not JSON, though Python takes them."""
    raise ValueError(name)


def first_string(value):
    """The first string that is no key, in the order of the text."""
    if isinstance(value, str):
        return value
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    for item in items:
        found = first_string(item)
        if found is not None:
            return found
    return None


def oracle(data):
    try:
        value = json.loads(data.decode('utf-8'), parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
    found = first_string(value) or ''
    # Half of a pair cannot be written in UTF-8.
    return ''.join('\ufffd' if '\ud800' <= c <= '\udfff' else c for c in found).encode().hex()


def mutations(count):
    """Texts that are nearly right."""
    random.seed(1)
    base = [t.encode() for t in TEXTS if t] + BYTES
    for _ in range(count):
        data = bytearray(random.choice(base) + random.choice([b'', b',', random.choice(base)]))
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(data))
            if random.random() < 0.5:
                del data[at]
            else:
                data.insert(at, random.choice(b'"\\[]{},:u0129.eE-+ \n\xe3tfn/'))
            if not data:
                break
        yield bytes(data)


def main():
    texts = [t.encode() for t in TEXTS] + BYTES + list(mutations(3000))
    result = subprocess.run([sys.argv[1], 'judge'], input='\n'.join(t.hex() for t in texts) + '\n', text=True,
                            stdout=subprocess.PIPE, check=True)
    answers = result.stdout.splitlines()
    wrong = 0
    for data, answer in zip(texts, answers):
        verdict, string = answer.split(' ', 1)
        want = oracle(data)
        if (verdict == 'good') != (want is not None):
            print(f'# {data!r}: {verdict}, python: {want!r}')
            wrong += 1
        elif verdict == 'good' and string != want and data.count(b':') < 2:  # no key twice
            print(f'# {data!r}: read {string}, python: {want}')
            wrong += 1
    print(f'{"ok" if len(answers) == len(texts) else "not ok"} 1 - {len(answers)} answers to {len(texts)} texts')
    print(f'{"ok" if not wrong else "not ok"} 2 - {wrong} of them differ from Python')
    print('1..2')


main()
