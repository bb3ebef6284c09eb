package io.daybook.wire;

import static java.util.Map.entry;

import java.util.Map;

/** A message of each kind, with a different value in every field. */
enum Samples {
    LOGIN(
            Templates.LOGIN,
            (b, o) -> LoginDescriptor.encode(b, o, 17, 1_000, 0x0102030405060708L, "secret-of-17", "test 1"),
            Map.of(
                    "session",
                    17,
                    "heartbeatMs",
                    1_000,
                    "nextOut",
                    0x0102030405060708L,
                    "secret",
                    "secret-of-17",
                    "program",
                    "test 1")),
    PLACE(
            Templates.PLACE,
            (b, o) -> PlaceDescriptor.encode(
                    b, o, 0x11L << 32 | 1, 0x22L << 40 | 2, -3, 2, 6, -0x44L << 40, 0x55L << 40 | 5, 0x66L << 40),
            Map.of(
                    "request",
                    0x11L << 32 | 1,
                    "uid",
                    0x22L << 40 | 2,
                    "symbol",
                    -3,
                    "side",
                    2,
                    "orderType",
                    6,
                    "zero",
                    0,
                    "price",
                    -0x44L << 40,
                    "size",
                    0x55L << 40 | 5,
                    "reserve",
                    0x66L << 40)),
    MOVE(
            Templates.MOVE,
            (b, o) -> ChangeDescriptor.encodeMove(b, o, 2, 301, 0x01020304, 17L << 44 | 1, -0x1234567890L),
            Map.of(
                    "request",
                    2L,
                    "uid",
                    301L,
                    "symbol",
                    0x01020304,
                    "zero",
                    0,
                    "orderId",
                    17L << 44 | 1,
                    "price",
                    -0x1234567890L)),
    REDUCE(
            Templates.REDUCE,
            (b, o) -> ChangeDescriptor.encodeReduce(b, o, 3, 302, 5, 17L << 44 | 2, 0x1234567890L),
            Map.of(
                    "request",
                    3L,
                    "uid",
                    302L,
                    "symbol",
                    5,
                    "zero",
                    0,
                    "orderId",
                    17L << 44 | 2,
                    "size",
                    0x1234567890L)),
    CANCEL(
            Templates.CANCEL,
            (b, o) -> ChangeDescriptor.encodeCancel(b, o, 4, 303, 6, 17L << 44 | 3),
            Map.of("request", 4L, "uid", 303L, "symbol", 6, "zero", 0, "orderId", 17L << 44 | 3, "zeroValue", 0L)),
    REPLACE(
            Templates.REPLACE,
            (b, o) -> ReplaceDescriptor.encode(
                    b, o, 5, 304, 7, 17L << 44 | 4, 0x71L << 50, 0x72L << 50, 0x73L << 50, 0x74L << 50, -0x75L << 50),
            Map.ofEntries(
                    entry("request", 5L),
                    entry("uid", 304L),
                    entry("symbol", 7),
                    entry("zero", 0),
                    entry("orderId", 17L << 44 | 4),
                    entry("newOrderId", 0L),
                    entry("price", 0x71L << 50),
                    entry("size", 0x72L << 50),
                    entry("reserve", 0x73L << 50),
                    entry("trigger", 0x74L << 50),
                    entry("stopPrice", -0x75L << 50))),
    MASS_CANCEL(
            Templates.MASS_CANCEL,
            (b, o) -> MassCancelDescriptor.encode(b, o, 6, 305, 8, 2, true, true),
            Map.of("request", 6L, "uid", 305L, "symbol", 8, "zero", 0, "side", 2L, "flagged", 1L, "suspend", 1L)),
    CLIENT_HEARTBEAT(Templates.CLIENT_HEARTBEAT, EmptyDescriptor::encodeHeartbeat, Map.of()),
    LOGOUT(Templates.LOGOUT, EmptyDescriptor::encodeLogout, Map.of()),
    STATUS(
            Templates.STATUS,
            (b, o) -> StatusDescriptor.encode(b, o, 0x0807060504030201L, 17L << 44 | 9),
            Map.of("id", 0x0807060504030201L, "orderId", 17L << 44 | 9)),
    SUBSCRIBE(
            Templates.SUBSCRIBE,
            (b, o) -> SubscribeDescriptor.encode(b, o, 0x71727374, 3, 0x75L << 40),
            Map.of("channel", 0x71727374, "stream", 3, "from", 0x75L << 40)),
    WELCOME(
            Templates.WELCOME,
            (b, o) -> {
                final int length = WelcomeDescriptor.encode(
                        b,
                        o,
                        0x81L << 32,
                        0x83L << 40,
                        0x82L << 40,
                        "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                        5_000,
                        true);
                WelcomeDescriptor.putHistory(b, o, 0x84L << 24, true);
                return length;
            },
            Map.of(
                    "lastRequest",
                    0x81L << 32,
                    "nextOut",
                    0x83L << 40,
                    "firstOut",
                    0x82L << 40,
                    "exchangeId",
                    "0123456789abcdef",
                    "heartbeatMs",
                    5_000,
                    "flags",
                    3,
                    "history",
                    0x84L << 24)),
    BYE(
            Templates.BYE,
            (b, o) -> ByeDescriptor.encode(b, o, 0x0506, -7, "frame cannot be read"),
            Map.of("reason", 0x0506, "zero", 0, "detail", -7, "text", "frame cannot be read")),
    ANSWER(
            Templates.ANSWER,
            (b, o) -> AnswerDescriptor.encode(
                    b,
                    o,
                    0x91L << 40,
                    0x92L << 40,
                    0x93L << 40,
                    0x94L << 40,
                    0x95L << 40,
                    0x96L << 40,
                    0x97L << 40,
                    0x9899,
                    1,
                    0xFE,
                    0x9A9B9C9D),
            Map.ofEntries(
                    entry("out", 0x91L << 40),
                    entry("seq", 0x92L << 40),
                    entry("time", 0x93L << 40),
                    entry("request", 0x94L << 40),
                    entry("orderId", 0x95L << 40),
                    entry("remaining", 0x96L << 40),
                    entry("traded", 0x97L << 40),
                    entry("code", 0x9899),
                    entry("source", 1),
                    entry("command", 0xFE),
                    entry("fills", 0x9A9B9C9D))),
    FILL(
            Templates.FILL,
            (b, o) -> FillDescriptor.encode(
                    b,
                    o,
                    0xA1L << 40,
                    0xA2L << 40,
                    0xA3L << 40,
                    0xA4L << 40,
                    0xA5L << 40,
                    0xA6L << 40,
                    0xA7L << 40,
                    0xA8L << 40,
                    0xA9L << 40,
                    -11,
                    0xF1,
                    0xF2,
                    0xF3),
            Map.ofEntries(
                    entry("out", 0xA1L << 40),
                    entry("seq", 0xA2L << 40),
                    entry("time", 0xA3L << 40),
                    entry("orderId", 0xA4L << 40),
                    entry("tradeId", 0xA5L << 40),
                    entry("price", 0xA6L << 40),
                    entry("size", 0xA7L << 40),
                    entry("remaining", 0xA8L << 40),
                    entry("fee", 0xA9L << 40),
                    entry("symbol", -11),
                    entry("side", 0xF1),
                    entry("role", 0xF2),
                    entry("cause", 0xF3),
                    entry("zero", 0))),
    OFF(
            Templates.OFF,
            (b, o) -> OffDescriptor.encode(
                    b, o, 0xB1L << 40, 0xB2L << 40, 0xB3L << 40, 0xB4L << 40, 0xB5L << 40, 0xB6L << 40, 0xF8),
            Map.of(
                    "out",
                    0xB1L << 40,
                    "seq",
                    0xB2L << 40,
                    "time",
                    0xB3L << 40,
                    "orderId",
                    0xB4L << 40,
                    "size",
                    0xB5L << 40,
                    "remaining",
                    0xB6L << 40,
                    "reason",
                    0xF8,
                    "zero",
                    "")),
    STATUS_IS(
            Templates.STATUS_IS,
            (b, o) -> StatusIsDescriptor.encode(
                    b, o, 0xC1L << 40, 0xC2L << 40, 0xF2, 0xC3L << 40, 0xC4L << 40, 0xC5L << 40),
            Map.of(
                    "id",
                    0xC1L << 40,
                    "orderId",
                    0xC2L << 40,
                    "state",
                    0xF2,
                    "zero",
                    "",
                    "remaining",
                    0xC3L << 40,
                    "traded",
                    0xC4L << 40,
                    "lastRequest",
                    0xC5L << 40)),
    HEARTBEAT(
            Templates.HEARTBEAT,
            (b, o) -> HeartbeatDescriptor.encode(b, o, 0xD1L << 40),
            Map.of("nextOut", 0xD1L << 40)),
    BATCH(
            Templates.BATCH,
            (b, o) -> BatchDescriptor.encode(b, o, 0x61626364, 0x6566, 0x67L << 40, 0, 0),
            Map.of("channel", 0x61626364, "count", 0, "stream", 0x6566, "number", 0x67L << 40));

    /** Writes the message at an offset and returns its length. */
    interface Encoder {
        int encode(byte[] bytes, int offset);
    }

    private final int template;
    private final Encoder encoder;
    private final Map<String, Object> fields;

    Samples(final int template, final Encoder encoder, final Map<String, Object> fields) {
        this.template = template;
        this.encoder = encoder;
        this.fields = fields;
    }

    int template() {
        return template;
    }

    int encode(final byte[] bytes, final int offset) {
        return encoder.encode(bytes, offset);
    }

    /** The number or text of each field, by its name in the schema. */
    Map<String, Object> fields() {
        return fields;
    }

    boolean isOfClient() {
        return template < Templates.WELCOME;
    }

    int check(final byte[] bytes, final int offset) {
        return isOfClient() ? MessageCheck.ofClient(bytes, offset) : MessageCheck.ofVenue(bytes, offset);
    }
}
