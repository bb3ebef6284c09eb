package io.daybook.engine.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.Term;
import io.daybook.kernel.command.CommandSlot;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Commands whose fields have up to eight bytes together take a separate path in the codec. They are tested together
 * with commands of nine bytes, and with a field of seven bytes, which is written as eight. The bytes must be those that
 * the format draws, field by field, and a slot with noise in every field must have the command as it was sent.
 */
class CommandWordTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_126L);
    private static final int COMMANDS = 200_000;
    private static final long FIRST_NS = 1_000;
    private static final int[] TYPES = {
        CommandType.PLACE_ORDER.code(),
        CommandType.MOVE_ORDER.code(),
        CommandType.REDUCE_ORDER.code(),
        CommandType.CANCEL_ORDER.code(),
        CommandType.NOP.code()
    };

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final CommandBlockEncoder encoder = new CommandBlockEncoder(1 << 16);
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot sent = new CommandSlot();
    private final CommandSlot read = new CommandSlot();
    private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
    private long lastNs;
    private long lastCookie;
    private long lastSymbol;
    private long lastOrderId;
    private long lastPrice;

    @Test
    void shouldWriteTheDrawnBytesAndReadThemIntoANoisySlot() {
        int short8 = 0;
        int long9 = 0;
        for (int i = 0; i < COMMANDS; i++) {
            startBlock();
            final int before = encoder.length();
            append(FIRST_NS);
            append(FIRST_NS + field());
            assertArrayEquals(
                    expected.toByteArray(),
                    Arrays.copyOf(encoder.buffer(), encoder.length()),
                    () -> "seed=" + SEED + " type=" + sent.type());
            decoder.wrap(encoder.buffer(), 0, encoder.length(), 1, FIRST_NS, CommandBlockEncoder.CODEC_VERSION);
            makeNoise();
            assertTrue(decoder.next(read));
            makeNoise();
            assertTrue(decoder.next(read));
            requireSent();
            assertFalse(decoder.next(read));
            final int fields = encoder.length() - before - 10;
            short8 += fields <= 8 ? 1 : 0;
            long9 += fields > 16 ? 1 : 0;
        }
        final String seen = "short=" + short8 + " long=" + long9;
        assertTrue(short8 > COMMANDS / 20 && long9 > COMMANDS / 20, seen);
    }

    @Test
    void shouldRefuseACommandThatIsCutOffInItsWord() {
        startBlock();
        sent.clearCommand();
        sent.sent(CommandType.MOVE_ORDER.code(), 7, 200, 70_000, 300, 0, 0, 0, 1, FIRST_NS);
        encoder.append(sent, FIRST_NS);
        for (int length = 1; length < encoder.length(); length++) {
            decoder.wrap(encoder.buffer(), 0, length, 1, FIRST_NS, CommandBlockEncoder.CODEC_VERSION);
            assertThrows(CodecException.class, () -> decoder.next(read));
        }
    }

    private void startBlock() {
        encoder.reset();
        expected.reset();
        lastNs = FIRST_NS;
        lastCookie = 0;
        lastSymbol = 0;
        lastOrderId = 0;
        lastPrice = 0;
    }

    private void append(final long timeNs) {
        sent.clearCommand();
        sent.sent(
                TYPES[random.nextInt(TYPES.length)],
                (int) field(),
                field(),
                lastOrderId + difference(),
                lastPrice + difference(),
                field(),
                random.nextInt(3),
                random.nextInt(7),
                lastCookie + difference(),
                timeNs);
        encoder.append(sent, timeNs);
        expect(timeNs);
    }

    /** Draws a number of 0 to 4 bytes, and once in 200 times of up to 8. */
    private long field() {
        final int bits = random.nextInt(200) == 0 ? random.nextInt(32, 62) : random.nextInt(4) * random.nextInt(9);
        return bits == 0 ? 0 : random.nextLong(1L << bits);
    }

    private long difference() {
        return random.nextBoolean() ? field() : -field();
    }

    private void expect(final long timeNs) {
        final long[] fields = {
            timeNs - lastNs,
            zigzag(sent.cookie() - lastCookie),
            zigzag(sent.symbol() - lastSymbol),
            sent.uid(),
            zigzag(sent.orderId() - lastOrderId),
            zigzag(sent.price() - lastPrice),
            sent.size()
        };
        long control = sent.type() | (long) sent.sentSide() << 6 | (long) sent.sentOrderType() << 8;
        for (int i = 0; i < fields.length; i++) {
            control |= (long) Math.min(bytesOf(fields[i]), 7) << 12 + 3 * i;
        }
        put(control, 5);
        for (final long field : fields) {
            put(field, bytesOf(field) < 7 ? bytesOf(field) : 8);
        }
        lastNs = timeNs;
        lastCookie = sent.cookie();
        lastSymbol = sent.symbol();
        lastOrderId = sent.orderId();
        lastPrice = sent.price();
    }

    private void put(final long value, final int bytes) {
        for (int i = 0; i < bytes; i++) {
            expected.write((int) (value >>> 8 * i));
        }
    }

    private static int bytesOf(final long value) {
        int bytes = 0;
        for (long left = value; left != 0; left >>>= 8) {
            bytes++;
        }
        return bytes;
    }

    private static long zigzag(final long difference) {
        return difference << 1 ^ difference >> 63;
    }

    private void makeNoise() {
        read.type(random.nextInt());
        read.cookie(random.nextLong());
        read.symbol(random.nextInt());
        read.uid(random.nextLong());
        read.orderId(random.nextLong());
        read.price(random.nextLong());
        read.size(random.nextLong());
        read.sentOrder(random.nextInt(), random.nextInt(), random.nextLong());
        read.currency(random.nextInt());
        read.amount(random.nextLong());
        read.transactionId(random.nextLong());
        read.timestampNs(random.nextLong());
        read.term(Term.STOP_PRICE.code(), random.nextLong());
        read.tag(new byte[3], 0, 3);
        read.payload("noise");
        read.completion("noise");
    }

    private void requireSent() {
        assertEquals(sent.type(), read.type());
        assertEquals(sent.cookie(), read.cookie());
        assertEquals(sent.symbol(), read.symbol());
        assertEquals(sent.uid(), read.uid());
        assertEquals(sent.orderId(), read.orderId());
        assertEquals(sent.price(), read.price());
        assertEquals(sent.size(), read.size());
        assertEquals(sent.sentSide(), read.sentSide());
        assertEquals(sent.sentOrderType(), read.sentOrderType());
        assertEquals(sent.timestampNs(), read.timestampNs());
        assertEquals(0, read.sentReservePrice());
        assertEquals(0, read.currency());
        assertEquals(0, read.amount());
        assertEquals(0, read.transactionId());
        assertEquals(0, read.termsMask());
        assertEquals(0, read.tagLength());
        assertEquals(null, read.payload());
        assertEquals(null, read.completion());
    }
}
