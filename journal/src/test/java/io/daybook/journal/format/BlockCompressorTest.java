package io.daybook.journal.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks are compressed and decompressed, with the library's native code and without it. */
final class BlockCompressorTest {
    private static final int BLOCKS = 200;
    private static final int MAX_BYTES = 64 << 10;

    static Stream<LZ4Factory> factories() {
        return Stream.of(LZ4Factory.fastestInstance(), LZ4Factory.safeInstance());
    }

    @ParameterizedTest
    @MethodSource("factories")
    void shouldGiveBackWhatItPacked(final LZ4Factory factory) {
        final BlockCompressor compressor = new BlockCompressor(factory);
        final Random random = new Random(20261121);
        final byte[] packed = new byte[2 * MAX_BYTES];
        int shorter = 0;
        for (int i = 0; i < BLOCKS; i++) {
            final byte[] block = new byte[1 + random.nextInt(MAX_BYTES)];
            final int alphabet = 1 + random.nextInt(256);
            for (int at = 0; at < block.length; at++) {
                block[at] = (byte) random.nextInt(alphabet);
            }
            final int length = compressor.compress(block, 0, block.length, packed, 7);
            final byte[] unpacked = new byte[block.length];
            factory.safeDecompressor().decompress(packed, 7, length, unpacked, 0, unpacked.length);
            assertArrayEquals(block, unpacked);
            shorter += length < block.length ? 1 : 0;
        }
        assertTrue(shorter > 0, "some blocks are compressible");
    }
}
