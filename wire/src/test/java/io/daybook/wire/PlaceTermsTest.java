package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

@Proves("each byte of the TCP protocol is where the schema draws it")
final class PlaceTermsTest {
    private static final int OFFSET = 3;
    private static final int GROUP = 14 + 48;
    private static final int TRIGGER = 0;
    private static final int DISPLAY = 6;

    private final byte[] bytes = new byte[OFFSET + Frame.MAX_LENGTH];
    private final long[] values = new long[PlaceTermsDescriptor.MAX_TERM + 1];

    @Test
    void shouldWriteEveryByteOfTheGroup() {
        final int length = encodeTwoTerms();
        assertEquals(GROUP + 4 + 2 * 10, length);
        assertEquals(
                "0a000200" + "0000" + "0807060504030201" + "0600" + "fdffffffffffffff",
                HexFormat.of().formatHex(bytes, OFFSET + GROUP, OFFSET + length));
        assertEquals(0, bytes[OFFSET + length]);
        assertEquals(length, Frame.scan(bytes, OFFSET, length));
        assertEquals(Frame.OK, MessageCheck.ofClient(bytes, OFFSET));
    }

    @Test
    void shouldReadBackBlockAndTerms() {
        encodeTwoTerms();
        assertTwoTermsAreRead();
    }

    @Test
    void shouldFitAllTerms() {
        Arrays.setAll(values, term -> term == PlaceTermsDescriptor.EXIT_ORDER_ID ? 0 : term + 100);
        final int length = PlaceTermsDescriptor.encode(bytes, OFFSET, 1, 2, 3, 1, 1, 4, 5, 6, (1 << 19) - 1, values);
        assertEquals(length, Frame.scan(bytes, OFFSET, length));
        assertEquals(Frame.OK, MessageCheck.ofClient(bytes, OFFSET));
        assertEquals(19, PlaceTermsDescriptor.count(bytes, OFFSET));
        for (int i = 0; i < 19; i++) {
            assertEquals(i, PlaceTermsDescriptor.term(bytes, OFFSET, i));
            assertEquals(values[i], PlaceTermsDescriptor.value(bytes, OFFSET, i));
        }
    }

    @Test
    void shouldReadTheKnownPartOfLongerBlocksAndEntries() {
        encodeTwoTerms();
        final byte[] longer = new byte[OFFSET + Frame.MAX_LENGTH];
        final int extraBlock = 8;
        final int extraEntry = 3;
        System.arraycopy(bytes, 0, longer, 0, OFFSET + GROUP);
        Bytes.putU16(longer, OFFSET + 6, 48 + extraBlock);
        final int group = OFFSET + GROUP + extraBlock;
        Bytes.putU16(longer, group, 10 + extraEntry);
        Bytes.putU16(longer, group + 2, 2);
        System.arraycopy(bytes, OFFSET + GROUP + 4, longer, group + 4, 10);
        System.arraycopy(bytes, OFFSET + GROUP + 14, longer, group + 4 + 10 + extraEntry, 10);
        Bytes.putBigI32(longer, OFFSET, group - OFFSET + 4 + 2 * (10 + extraEntry));
        System.arraycopy(longer, 0, bytes, 0, bytes.length);

        assertEquals(Frame.OK, MessageCheck.ofClient(bytes, OFFSET));
        assertTwoTermsAreRead();
    }

    @Test
    void shouldNameTheFaultOfAGroup() {
        encodeTwoTerms();
        assertFault(GROUP, 9, GROUP); // entries too short
        assertFault(GROUP, 11, Frame.LENGTH_OFFSET);
        assertFault(GROUP + 2, 0, GROUP + 2);
        assertFault(GROUP + 2, 1, Frame.LENGTH_OFFSET);
        assertFault(GROUP + 2, 3, Frame.LENGTH_OFFSET);
        assertFault(GROUP + 2, 20, GROUP + 2);
        assertFault(GROUP + 4, 6, GROUP + 14); // the same term twice
        assertFault(GROUP + 4, 7, GROUP + 14); // not ascending
        assertFault(GROUP + 14, 19, GROUP + 14); // no such term
        assertFault(GROUP + 14, PlaceTermsDescriptor.EXIT_ORDER_ID, GROUP + 16); // a client chooses no id
        assertFault(14 + 20, 0, 14 + 20); // the block is that of PLACE
        assertEquals(Frame.OK, MessageCheck.ofClient(bytes, OFFSET));
    }

    @Test
    void shouldRefuseABlockWithoutAGroup() {
        PlaceDescriptor.encode(bytes, OFFSET, 1, 2, 3, 1, 1, 4, 5, 6);
        Bytes.putU16(bytes, OFFSET + 8, Templates.PLACE_TERMS);
        assertEquals(Frame.LENGTH_OFFSET, MessageCheck.ofClient(bytes, OFFSET));
        Bytes.putU16(bytes, OFFSET + 6, 47);
        assertEquals(Frame.BLOCK_LENGTH_OFFSET, MessageCheck.ofClient(bytes, OFFSET));
    }

    private int encodeTwoTerms() {
        values[TRIGGER] = 0x0102030405060708L;
        values[DISPLAY] = -3;
        return PlaceTermsDescriptor.encode(
                bytes, OFFSET, 9, 301, 4, 2, 1, 77, 88, 99, 1 << TRIGGER | 1 << DISPLAY, values);
    }

    private void assertTwoTermsAreRead() {
        assertEquals(9, RequestDescriptor.request(bytes, OFFSET));
        assertEquals(301, RequestDescriptor.uid(bytes, OFFSET));
        assertEquals(99, PlaceDescriptor.reserve(bytes, OFFSET));
        assertEquals(2, PlaceTermsDescriptor.count(bytes, OFFSET));
        assertEquals(TRIGGER, PlaceTermsDescriptor.term(bytes, OFFSET, 0));
        assertEquals(0x0102030405060708L, PlaceTermsDescriptor.value(bytes, OFFSET, 0));
        assertEquals(DISPLAY, PlaceTermsDescriptor.term(bytes, OFFSET, 1));
        assertEquals(-3, PlaceTermsDescriptor.value(bytes, OFFSET, 1));
    }

    private void assertFault(final int place, final int value, final int fault) {
        final byte before = bytes[OFFSET + place];
        bytes[OFFSET + place] = (byte) value;
        assertEquals(fault, MessageCheck.ofClient(bytes, OFFSET), "place=" + place + " value=" + value);
        bytes[OFFSET + place] = before;
    }
}
