package io.daybook.engine.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stop-bit numbers must have the bytes that journals have had from the first version on. */
class StopBitTest {
    private static final long SEED = 20261122;

    private static byte[] written(final long value) {
        final StopBitWriter writer = new StopBitWriter();
        writer.put(value);
        return writer.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "16383, ff7f",
        "16384, 808001",
        "9223372036854775807, ffffffffffffffff7f",
        "-1, 8000",
        "-128, ff00",
        "-129, 808100",
        "-9223372036854775808, ffffffffffffffffff00"
    })
    void shouldWriteTheBytesThatTheFormatDraws(final long value, final String bytes) {
        assertEquals(bytes, HexFormat.of().formatHex(written(value)));
    }

    @Test
    void shouldReadBackEveryNumber() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final StopBitWriter writer = new StopBitWriter();
        final long[] values = new long[100_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextLong() >> random.nextInt(Long.SIZE);
            writer.put(values[i]);
        }
        final StopBitReader reader = new StopBitReader(writer.toByteArray());
        final long[] read = new long[values.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = reader.nextLong();
        }
        assertArrayEquals(values, read, "seed=" + SEED);
        assertEquals(0, reader.remaining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "ffff", "ffffffffffffffffff", "ffffffffffffffffff01", "ffffffffffffffffffff00"})
    void shouldRefuseWhatIsNoNumber(final String bytes) {
        final StopBitReader reader = new StopBitReader(HexFormat.of().parseHex(bytes));
        assertThrows(CodecException.class, reader::nextLong);
    }

    @Test
    void shouldRefuseAnIntThatDoesNotFit() {
        assertThrows(ArithmeticException.class, () -> new StopBitReader(written(1L << 31)).nextInt());
        assertEquals(Integer.MIN_VALUE, new StopBitReader(written(Integer.MIN_VALUE)).nextInt());
    }

    @Test
    void shouldReadHostileBytesWithinTheirEnd() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            final byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            final StopBitReader reader = new StopBitReader(bytes);
            try {
                reader.nextLong();
            } catch (final CodecException e) {
                assertTrue(reader.remaining() >= 0, "seed=" + SEED);
            }
        }
    }
}
