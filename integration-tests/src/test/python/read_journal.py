"""Lists the commands of a Daybook journal, format versions 1 and 2, codec versions 1 and 2: read_journal.py DIR

Written from docs/journal-format.md alone, to show that it is enough: checks magic numbers, checksums, order and chain of every
frame, and prints what `daybook journal dump` prints. It uses Python's standard library only.
"""
import json
import pathlib
import struct
import sys

TYPES = {1: "place", 2: "move", 3: "reduce", 4: "cancel", 5: "replace", 6: "mass_cancel", 7: "tick", 10: "add_symbol",
         11: "add_symbols", 12: "add_user", 13: "add_accounts", 14: "suspend_user", 15: "resume_user", 16: "adjust",
         20: "snapshot", 21: "reset", 22: "nop", 24: "set_user"}
TERMS = ("trigger", "when", "triggerBy", "stopPrice", "trail", "trailStep", "display", "minSize", "slippage", "slide",
         "expireAt", "day", "reduceOnly", "stp", "flagged", "exit orderId", "exit price", "exit trigger",
         "exit stopPrice", "newOrderId", "suspend")
STP = {1: "NONE", 2: "CANCEL_TAKER", 3: "CANCEL_MAKER", 4: "CANCEL_BOTH", 5: "DECREMENT"}
TERM_NAMES = {"when": {1: "RISES", 2: "FALLS"}, "triggerBy": {1: "LAST", 2: "MARK"}, "stp": STP,
              **{name: {0: False, 1: True} for name in ("slide", "day", "reduceOnly", "flagged", "suspend")}}
SETTINGS = {1: "stpMode", 2: "stpGroup", 3: "maxOpenOrders"}
ORDER_TYPES = {1: "GTC", 2: "IOC", 3: "FOK", 4: "FOK_BUDGET", 5: "IOC_BUDGET", 6: "POST_ONLY"}
SPEC = (("type", None), ("base", None), ("quote", None), ("lotSize", None), ("tickValue", None), ("feeType", "PER_LOT"),
        ("takerFee", 0), ("makerFee", 0), ("marginBuy", 0), ("marginSell", 0), ("minPrice", 1), ("maxPrice", 1 << 40))
NAMES = {"type": {1: "EXCHANGE_PAIR", 2: "FUTURES_CONTRACT"}, "feeType": {1: "PER_LOT", 2: "PROPORTIONAL"}}
LENGTHS = (0, 1, 2, 3, 4, 5, 6, 8)
MASK = (1 << 64) - 1
CRC_TABLE = []
for n in range(256):
    for _ in range(8):
        n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
    CRC_TABLE.append(n)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def mix(value):
    z = value + 0x9E3779B97F4A7C15 & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def signed(value):
    return value - (1 << 64) if value & 1 << 63 else value


def unzigzag(value):
    return value >> 1 ^ -(value & 1)


def lz4(data):
    out, at = bytearray(), 0

    def length(nibble):
        nonlocal at
        total, more = nibble, nibble == 15
        while more:
            total, more = total + data[at], data[at] == 255
            at += 1
        return total
    while at < len(data):
        token = data[at]
        at += 1
        literals = length(token >> 4)
        out += data[at:at + literals]
        at += literals
        if at < len(data):
            distance = data[at] | data[at + 1] << 8
            at += 2
            for _ in range(length(token & 15) + 4):
                out.append(out[-distance])
    return bytes(out)


def stop_bit(data, at):
    value, shift, start = 0, 0, at
    while data[at] & 0x80:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    negative = at > start and data[at] == 0
    return ~value if negative else signed(value | data[at] << shift), at + 1


def payload_numbers(data):
    at = 0
    while at < len(data):
        value, at = stop_bit(data, at)
        yield value


def terms(data, at):
    """Returns the terms of an order, by name, and the offset of the next field."""
    mask, at = stop_bit(data, at)
    assert 0 < mask < 1 << len(TERMS), "a newer version"
    said = {}
    for bit, name in enumerate(TERMS):
        if mask >> bit & 1:
            value, at = stop_bit(data, at)
            value = TERM_NAMES.get(name, {}).get(value, value)
            if name.startswith("exit "):
                exit_order = said.setdefault("exit", {"orderId": 0})
                if value:
                    exit_order[name[5:]] = value
            else:
                said[name] = value
    return said, at


def specification(numbers):
    spec = {"symbol": next(numbers)}
    for name, absent in SPEC:
        number = next(numbers)
        value = NAMES[name][number] if name in NAMES else number
        if value != absent:
            spec[name] = value
    return spec


def commands(block, time, version):
    at, cookie, symbol, order, price, reserve = 0, 0, 0, 0, 0, 0
    while at < len(block):
        control = int.from_bytes(block[at:at + 5], "little")
        assert control >> 37 & (0b100 if version == 2 else 0b111) == 0, "a newer version"
        at += 5
        fields = []
        for shift in range(12, 36, 3):
            width = LENGTHS[control >> shift & 7]
            fields.append(int.from_bytes(block[at:at + width], "little"))
            at += width
        time += fields[0]
        cookie = signed(cookie + unzigzag(fields[1]) & MASK)
        symbol = signed(symbol + unzigzag(fields[2]) & MASK)
        uid, size = signed(fields[3]), signed(fields[6])
        order = signed(order + unzigzag(fields[4]) & MASK)
        price = signed(price + unzigzag(fields[5]) & MASK)
        has_reserve = control >> 36 & 1
        if has_reserve:
            reserve = signed(reserve + unzigzag(fields[7]) & MASK)
        said, tag = {}, b""
        if control >> 37 & 1:
            said, at = terms(block, at)
        if control >> 38 & 1:
            tag = block[at + 1:at + 1 + block[at]]
            assert 1 <= len(tag) == block[at] <= 96
            at += 1 + len(tag)
        name = TYPES[control & 0x3F]
        command = {"cmd": name}
        side = ("", "BID", "ASK")[control >> 6 & 3]
        if name in ("place", "move", "reduce", "cancel", "replace"):
            command.update(uid=uid, symbol=symbol, orderId=order)
        if name == "place":
            command.update(side=side, type=ORDER_TYPES[control >> 8 & 15], price=price)
            if has_reserve and reserve:
                command["reservePrice"] = reserve
            command["size"] = size
            command.update(said)
        elif name == "replace":
            if "newOrderId" in said:
                command["newOrderId"] = said.pop("newOrderId")
            command["price"] = price
            if has_reserve and reserve:
                command["reservePrice"] = reserve
            command["size"] = size
            command.update(said)
        elif name == "mass_cancel":
            command.update((key, value) for key, value in (("uid", uid), ("symbol", symbol), ("side", side)) if value)
            command.update(said)
        elif name == "tick":
            command["symbol"] = symbol
        elif name == "move":
            command["price"] = price
        elif name == "reduce":
            command["size"] = size
        elif name == "adjust":
            command.update(uid=uid, currency=symbol, amount=price, txid=order)
        elif name in ("add_user", "suspend_user", "resume_user"):
            command["uid"] = uid
        elif name.startswith("add_") or name == "set_user":
            numbers = payload_numbers(block[at:at + size])
            at += size
            if name == "add_symbol":
                command.update(specification(numbers))
            elif name == "add_symbols":
                command["symbols"] = [specification(numbers) for _ in range(next(numbers))]
            elif name == "set_user":
                command["uid"], of_symbol = next(numbers), next(numbers)
                if of_symbol:
                    command["symbol"] = of_symbol
                settings = {SETTINGS[next(numbers)]: next(numbers) for _ in range(next(numbers))}
                if "stpMode" in settings:
                    settings["stpMode"] = STP.get(settings["stpMode"], settings["stpMode"])
                command["set"] = settings
            else:
                command["accounts"] = {next(numbers): {next(numbers): next(numbers) for _ in range(next(numbers))}
                                       for _ in range(next(numbers))}
        if cookie:
            command["cookie"] = cookie
        if tag:
            command["tag"] = tag.hex()
        yield command, time


def segment(path, chain, seq, last):
    data = path.read_bytes()
    magic, version, _, high, low, number, first, before, _, size = struct.unpack_from("<8sIIQQQQQQQ", data)
    assert magic == b"DBOOKSEG" and version in (1, 2) and size == len(data) and int(path.stem) == first
    assert crc32c(data[:4092]) == struct.unpack_from("<I", data, 4092)[0]
    codec_version = struct.unpack_from("<I", data, 84)[0]
    assert codec_version in (1, 2)
    seed = (data[1152:1168] if version == 2 else b"") + struct.pack("<Q", number)
    if number == 1:
        chain = mix(mix(high) ^ low)
        seq = 1
    assert chain in (None, before) and seq in (None, first), "a segment is missing before " + path.name
    chain, seq, at = before, first, 4096
    while at < size and any(data[at:at + 64]):
        (magic, head_crc, length, kind, codec, _, frame_seq, count, stored, plain, body_crc, frame_chain, _,
         time) = struct.unpack_from("<4sIIBBHQIIIIQQQ", data, at)
        assert magic == b"DKBF" and head_crc == crc32c(seed + data[at + 8:at + 64]), at
        assert frame_seq == seq and frame_chain == chain and body_crc == crc32c(data[at + 64:at + length]), at
        if kind == 1:
            block = data[at + 64:at + 64 + stored]
            block = lz4(block) if codec == 1 else block
            assert len(block) == plain
            for command, stamp in commands(block, time, codec_version):
                command.update(seq=seq, timestamp=stamp)
                print(json.dumps(command, separators=(",", ":")))
                seq += 1
            assert seq == frame_seq + count
        chain = mix(chain ^ (head_crc << 32 | body_crc))
        at += length
        if kind == 5:
            assert version == 1 or not last, "the segment behind " + path.name + " is missing"
            break
    return chain, seq


def main(folder):
    chain, seq = None, None
    paths = sorted(pathlib.Path(folder, "journal").glob("*.jnl"))
    for path in paths:
        chain, seq = segment(path, chain, seq, path == paths[-1])
    closed = pathlib.Path(folder, "journal", "CLOSED")
    if closed.exists():
        magic, version, _, _, _, last = struct.unpack_from("<8sIIQQQ", closed.read_bytes())
        assert magic == b"DYBOOKCL" and version == 1 and crc32c(closed.read_bytes()[:60]) == struct.unpack_from(
            "<I", closed.read_bytes(), 60)[0]
        assert seq > last, "the journal ends before it was closed"


main(sys.argv[1])
