package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("each byte of the TCP protocol is where the schema draws it")
final class DescriptorTest {
    private static final int WELCOME_WITHOUT_HISTORY = 48;
    private static final int OFFSET = 5;
    private static final int LONGER_BY = 12;
    private static final Schema SCHEMA = Schema.load();

    private final byte[] bytes = new byte[OFFSET + Frame.MAX_LENGTH];

    @ParameterizedTest
    @EnumSource
    void shouldReadBackWhatWasWritten(final Samples sample) throws ReflectiveOperationException {
        sample.encode(bytes, OFFSET);
        assertEquals(Frame.OK, sample.check(bytes, OFFSET));
        assertFieldsAreRead(sample);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadTheKnownPartOfALongerBlock(final Samples sample) throws ReflectiveOperationException {
        final int length = sample.encode(bytes, OFFSET);
        Arrays.fill(bytes, OFFSET + length, OFFSET + length + LONGER_BY, (byte) 0x77);
        Bytes.putBigI32(bytes, OFFSET, length + LONGER_BY);
        Bytes.putU16(bytes, OFFSET + 6, length - Frame.HEADER_LENGTH + LONGER_BY);
        Bytes.putU16(bytes, OFFSET + 12, 2);

        assertEquals(length + LONGER_BY, Frame.scan(bytes, OFFSET, length + LONGER_BY));
        assertEquals(Frame.OK, sample.check(bytes, OFFSET));
        assertFieldsAreRead(sample);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAShorterBlockAndBytesBehindIt(final Samples sample) {
        final int length = sample.encode(bytes, OFFSET);
        Bytes.putBigI32(bytes, OFFSET, length + 1);
        assertEquals(Frame.LENGTH_OFFSET, sample.check(bytes, OFFSET));
        if (length > Frame.HEADER_LENGTH) {
            final int least = sample == Samples.WELCOME ? WELCOME_WITHOUT_HISTORY : length - Frame.HEADER_LENGTH;
            Bytes.putBigI32(bytes, OFFSET, Frame.HEADER_LENGTH + least - 1);
            Bytes.putU16(bytes, OFFSET + 6, least - 1);
            assertEquals(Frame.BLOCK_LENGTH_OFFSET, sample.check(bytes, OFFSET));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseEveryZeroByteThatIsNotZero(final Samples sample) {
        sample.encode(bytes, OFFSET);
        for (final Schema.Field field : SCHEMA.message(sample.template()).fields()) {
            final boolean isZero =
                    field.name().startsWith("zero") || field.name().equals("newOrderId");
            for (int i = 0; isZero && i < field.length(); i++) {
                final int place = Frame.HEADER_LENGTH + field.offset() + i;
                bytes[OFFSET + place] = 1;
                assertEquals(place, sample.check(bytes, OFFSET), field.name());
                bytes[OFFSET + place] = 0;
            }
        }
        assertEquals(Frame.OK, sample.check(bytes, OFFSET));
    }

    @Test
    void shouldAskForMoreUntilAFrameIsWhole() {
        final int length = Samples.PLACE.encode(bytes, OFFSET);
        for (int available = 0; available < length; available++) {
            assertEquals(0, Frame.scan(bytes, OFFSET, available));
        }
        assertEquals(length, Frame.scan(bytes, OFFSET, length));
        assertEquals(length, Frame.scan(bytes, OFFSET, length + 100));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 13, 1025, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseALengthOutOfRangeAtItsFourthByte(final int length) {
        Samples.PLACE.encode(bytes, OFFSET);
        Bytes.putBigI32(bytes, OFFSET, length);
        assertEquals(0, Frame.scan(bytes, OFFSET, 3));
        assertEquals(~Frame.LENGTH_OFFSET, Frame.scan(bytes, OFFSET, 4));
    }

    @Test
    void shouldNameTheFaultyFieldOfAHeader() {
        final int length = Samples.PLACE.encode(bytes, OFFSET);
        assertFault(length, 4, 0xEB50, ~4); // little-endian
        assertFault(length, 6, length - Frame.HEADER_LENGTH + 1, ~6);
        assertFault(length, 10, 2, ~10);
        assertFault(length, 12, 0, ~12);
        assertEquals(length, Frame.scan(bytes, OFFSET, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 13, 30, 100, 101, 103, 107, 108, 110, 0xFFFF})
    void shouldRefuseTemplatesThatNoClientSends(final int template) {
        Samples.PLACE.encode(bytes, OFFSET);
        Bytes.putU16(bytes, OFFSET + 8, template);
        assertEquals(Frame.TEMPLATE_OFFSET, MessageCheck.ofClient(bytes, OFFSET));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 11, 12, 30, 100, 108, 109, 111, 0xFFFF})
    void shouldRefuseTemplatesThatNoVenueSends(final int template) {
        Samples.ANSWER.encode(bytes, OFFSET);
        Bytes.putU16(bytes, OFFSET + 8, template);
        assertEquals(Frame.TEMPLATE_OFFSET, MessageCheck.ofVenue(bytes, OFFSET));
    }

    @Test
    void shouldRefuseABatchThatHasOtherMessagesThanItCounts() {
        final int at = OFFSET + Frame.HEADER_LENGTH + BatchDescriptor.BLOCK_LENGTH;
        Bytes.putBigU16(bytes, at, 3);
        Bytes.putBigU16(bytes, at + 5, 0);
        for (int count = 0; count < 4; count++) {
            for (int length = 0; length < 9; length++) {
                BatchDescriptor.encode(bytes, OFFSET, 1, 3, 1, count, length);
                final boolean isSound =
                        count == 0 && length == 0 || count == 1 && length == 5 || count == 2 && length == 7;
                assertEquals(isSound, MessageCheck.ofVenue(bytes, OFFSET) == Frame.OK, "count=" + count + " " + length);
            }
        }
    }

    @Test
    void shouldRefuseStreamsAndNumbersThatAreNone() {
        SubscribeDescriptor.encode(bytes, OFFSET, 1, 4, 0);
        assertEquals(Frame.HEADER_LENGTH + 4, MessageCheck.ofClient(bytes, OFFSET));
        SubscribeDescriptor.encode(bytes, OFFSET, 1, SubscribeDescriptor.LEVELS, -1);
        assertEquals(Frame.HEADER_LENGTH + 8, MessageCheck.ofClient(bytes, OFFSET));
    }

    @Test
    void shouldRefuseCodesThatDoNotExist() {
        Samples.PLACE.encode(bytes, OFFSET);
        assertByteFault(Samples.PLACE, 14 + 20, 0, 3, 255);
        assertByteFault(Samples.PLACE, 14 + 21, 0, 7, 255);
        Samples.MASS_CANCEL.encode(bytes, OFFSET);
        assertByteFault(Samples.MASS_CANCEL, 14 + 24, 3, 255);
        assertByteFault(Samples.MASS_CANCEL, 14 + 32, 2, 255);
        assertByteFault(Samples.MASS_CANCEL, 14 + 40, 2, 255);
        Bytes.putI64(bytes, OFFSET + 14 + 24, -1);
        assertEquals(14 + 24, MessageCheck.ofClient(bytes, OFFSET));
    }

    @Test
    void shouldRefuseALoginOutOfRange() {
        LoginDescriptor.encode(bytes, OFFSET, 1, 99, 0, "", "");
        assertEquals(14 + 4, MessageCheck.ofClient(bytes, OFFSET));
        LoginDescriptor.encode(bytes, OFFSET, 1, 60_001, 0, "", "");
        assertEquals(14 + 4, MessageCheck.ofClient(bytes, OFFSET));
        LoginDescriptor.encode(bytes, OFFSET, 1, 60_000, -1, "", "");
        assertEquals(14 + 8, MessageCheck.ofClient(bytes, OFFSET));
        LoginDescriptor.encode(bytes, OFFSET, 1, 100, Long.MAX_VALUE, "", "");
        assertEquals(Frame.OK, MessageCheck.ofClient(bytes, OFFSET));
    }

    @Test
    void shouldRefuseAWelcomeOutOfRange() {
        final byte[] id = new byte[16];
        final long maxRequest = OrderNumbers.MAX_REQUEST;
        WelcomeDescriptor.encode(bytes, OFFSET, maxRequest, 1, 1, id, 100, false);
        assertEquals(Frame.OK, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, maxRequest + 1, 1, 1, id, 100, false);
        assertEquals(14, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, -1, 1, 1, id, 100, false);
        assertEquals(14, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, 0, 0, 1, id, 100, false);
        assertEquals(14 + 8, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, 0, 5, 6, id, 100, false);
        assertEquals(14 + 16, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, 0, 5, 0, id, 100, false);
        assertEquals(14 + 16, MessageCheck.ofVenue(bytes, OFFSET));
        WelcomeDescriptor.encode(bytes, OFFSET, 0, 5, 5, id, 99, false);
        assertEquals(14 + 40, MessageCheck.ofVenue(bytes, OFFSET));
    }

    @Test
    void shouldTakeTheWelcomeOfAVenueWithoutHistory() {
        WelcomeDescriptor.encode(bytes, OFFSET, 7, 9, 1, new byte[16], 100, true);
        WelcomeDescriptor.putHistory(bytes, OFFSET, 5, true);
        assertEquals(5, WelcomeDescriptor.history(bytes, OFFSET));
        assertTrue(WelcomeDescriptor.isHistoryLost(bytes, OFFSET));
        assertTrue(WelcomeDescriptor.lossOnPowerFailure(bytes, OFFSET));
        Frame.encode(bytes, OFFSET, Templates.WELCOME, WELCOME_WITHOUT_HISTORY);
        assertEquals(Frame.OK, MessageCheck.ofVenue(bytes, OFFSET));
        assertEquals(0, WelcomeDescriptor.history(bytes, OFFSET));
    }

    @Test
    void shouldCutTextsAndReplaceWhatIsNotPrintable() {
        final int length = ByeDescriptor.encode(bytes, OFFSET, 5, 14, "é\n" + "x".repeat(100));
        assertEquals(86, length);
        assertEquals("??" + "x".repeat(62), ByeDescriptor.text(bytes, OFFSET));
        assertEquals(0, bytes[OFFSET + length]);
        bytes[OFFSET + 14 + 8] = (byte) 0x80;
        bytes[OFFSET + 14 + 9] = 0x1B;
        assertEquals("??x", ByeDescriptor.text(bytes, OFFSET).substring(0, 3));
    }

    @Test
    void shouldSayWhereASecretStands() {
        LoginDescriptor.encode(bytes, OFFSET, 1, 100, 0, "abc", "p");
        assertEquals(3, LoginDescriptor.secretLength(bytes, OFFSET));
        assertEquals('a', bytes[LoginDescriptor.secretOffset(OFFSET)]);
        LoginDescriptor.encode(bytes, OFFSET, 1, 100, 0, "s".repeat(48), "p");
        assertEquals(48, LoginDescriptor.secretLength(bytes, OFFSET));
    }

    @Test
    void shouldKnowRequestsAndNumberedMessages() {
        for (final Schema.Message message : SCHEMA.messages()) {
            final String first =
                    message.fields().isEmpty() ? "" : message.fields().get(0).name();
            assertEquals(first.equals("request"), Templates.isRequest(message.template()), message.name());
            assertEquals(first.equals("out"), Templates.isNumbered(message.template()), message.name());
        }
    }

    @Test
    void shouldNumberReasonsAndCodesDensely() {
        for (final ByeReason reason : ByeReason.values()) {
            assertEquals(reason, ByeReason.of(reason.ordinal() + 1));
            assertEquals(reason.ordinal() + 1, reason.code());
        }
        assertFalse(ByeReason.isKnown(0));
        assertFalse(ByeReason.isKnown(ByeReason.values().length + 1));
        for (final OffReason reason : OffReason.values()) {
            assertEquals(reason, OffReason.of(reason.code()));
        }
        assertEquals(OffReason.STP.code(), OffReason.codeOfCancelReason(1));
        assertEquals(OffReason.LIQUIDATION.code(), OffReason.codeOfCancelReason(5));
        assertFalse(OffReason.isKnown(9));
        for (final GatewayCode code : GatewayCode.values()) {
            assertEquals(code, GatewayCode.of(code.code()));
        }
        assertTrue(GatewayCode.isKnown(6));
        assertFalse(GatewayCode.isKnown(7));
    }

    private void assertFault(final int length, final int place, final int value, final int fault) {
        final byte first = bytes[OFFSET + place];
        final byte second = bytes[OFFSET + place + 1];
        Bytes.putU16(bytes, OFFSET + place, value);
        assertEquals(fault, Frame.scan(bytes, OFFSET, length));
        bytes[OFFSET + place] = first;
        bytes[OFFSET + place + 1] = second;
    }

    private void assertByteFault(final Samples sample, final int place, final int... values) {
        final byte before = bytes[OFFSET + place];
        for (final int value : values) {
            bytes[OFFSET + place] = (byte) value;
            assertEquals(place, sample.check(bytes, OFFSET), "value=" + value);
        }
        bytes[OFFSET + place] = before;
        assertEquals(Frame.OK, sample.check(bytes, OFFSET));
    }

    /** Calls the accessor of each field, wherever the descriptors have it. */
    private void assertFieldsAreRead(final Samples sample) throws ReflectiveOperationException {
        for (final Schema.Field field : SCHEMA.message(sample.template()).fields()) {
            final String name = field.name();
            if (name.startsWith("zero") || name.equals("newOrderId") || name.equals("secret")) {
                continue;
            }
            final Object expected = sample.fields().get(name);
            final Object read =
                    switch (name) {
                        case "exchangeId" -> {
                            final byte[] id = new byte[16];
                            WelcomeDescriptor.copyExchangeId(bytes, OFFSET, id);
                            yield new String(id, java.nio.charset.StandardCharsets.US_ASCII);
                        }
                        case "flags" ->
                            (WelcomeDescriptor.lossOnPowerFailure(bytes, OFFSET) ? 1 : 0)
                                    + (WelcomeDescriptor.isHistoryLost(bytes, OFFSET) ? 2 : 0);
                        case "orderType" -> PlaceDescriptor.type(bytes, OFFSET);
                        case "time" -> HeadDescriptor.timeNs(bytes, OFFSET);
                        case "out", "seq" -> call(HeadDescriptor.class, name);
                        case "request", "uid", "symbol" ->
                            call(sample.isOfClient() ? RequestDescriptor.class : descriptor(sample), name);
                        default -> call(descriptor(sample), name);
                    };
            assertEquals(
                    expected instanceof Number number ? number.longValue() : expected,
                    read instanceof Number number
                            ? number.longValue()
                            : read instanceof Boolean flag ? (flag ? 1L : 0L) : read,
                    name);
        }
    }

    private Object call(final Class<?> descriptor, final String name) throws ReflectiveOperationException {
        return descriptor.getMethod(name, byte[].class, int.class).invoke(null, bytes, OFFSET);
    }

    private static Class<?> descriptor(final Samples sample) throws ClassNotFoundException {
        final String name =
                switch (sample) {
                    case MOVE, REDUCE, CANCEL -> "Change";
                    default -> SCHEMA.message(sample.template()).name();
                };
        return Class.forName(String.format(Locale.ROOT, "io.daybook.wire.%sDescriptor", name));
    }
}
