package io.daybook.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartCodecTest {
    @Test
    void shouldWriteNumbersInTheOrderOfBytesThatIsAskedFor() {
        final Consumer<PartEncoder> content = out -> {
            out.putU8(0x1FE);
            out.putU16(0x10203);
            out.putI32(0x04050607);
            out.putI64(0x08090A0B0C0D0E0FL);
            out.putText("Zé");
            out.putBytes(new byte[] {1, 2});
        };
        assertEquals(
                "fe02030405060708090a0b0c0d0e0f025ae90102",
                HexFormat.of().formatHex(bytes(PartEncoder.copied(ByteOrder.BIG_ENDIAN, content))));
        assertEquals(
                "fe0302070605040f0e0d0c0b0a0908025ae90102",
                HexFormat.of().formatHex(bytes(PartEncoder.streamed(ByteOrder.LITTLE_ENDIAN, content))));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldReadBackWhatWasWrittenOverManyPieces(final long seed) {
        final ByteOrder order = seed % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        final Consumer<PartEncoder> content = out -> write(out, seed);
        final byte[] copied = bytes(PartEncoder.copied(order, content));
        assertTrue(copied.length > 1 << 20, () -> "seed=" + seed);
        assertArrayEquals(copied, bytes(PartEncoder.streamed(order, content)), () -> "seed=" + seed);
        read(new PartDecoder("x", new Bytes(copied), order), seed);
    }

    @Test
    void shouldKeepACopyOfWhatWasThere() {
        final int[] state = {7};
        final FollowerPart copied = PartEncoder.copied(ByteOrder.BIG_ENDIAN, out -> out.putU8(state[0]));
        final FollowerPart streamed = PartEncoder.streamed(ByteOrder.BIG_ENDIAN, out -> out.putU8(state[0]));
        state[0] = 8;
        assertArrayEquals(new byte[] {7}, bytes(copied));
        assertArrayEquals(new byte[] {8}, bytes(streamed));
    }

    @Test
    void shouldNameTheFollowerWhosePartEndsTooEarly() {
        final byte[] part = {1, 2, 3, 4, 5, 6, 7};
        final List<Consumer<PartDecoder>> tooMuch =
                List.of(PartDecoder::getI64, in -> in.getBytes(8), in -> in.getBytes(65_535), in -> {
                    in.getI32();
                    in.getU16();
                    in.getU16();
                });
        for (final Consumer<PartDecoder> reading : tooMuch) {
            final PartDecoder in = new PartDecoder("feed", new Bytes(part), ByteOrder.LITTLE_ENDIAN);
            final IllegalStateException early = assertThrows(IllegalStateException.class, () -> reading.accept(in));
            assertEquals("the part of the follower feed ends too early: length=7", early.getMessage());
        }
    }

    @Test
    void shouldRefuseTextsThatOneByteCannotCount() {
        final String most = "m".repeat(255);
        final byte[] part = bytes(PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> out.putText(most)));
        assertEquals(most, new PartDecoder("x", new Bytes(part), ByteOrder.LITTLE_ENDIAN).getText());
        assertThrows(
                IllegalArgumentException.class,
                () -> PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> out.putText(most + "m")));
    }

    private static void write(final PartEncoder out, final long seed) {
        final Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            switch (random.nextInt(6)) {
                case 0 -> out.putU8(random.nextInt());
                case 1 -> out.putU16(random.nextInt());
                case 2 -> out.putI32(random.nextInt());
                case 3 -> out.putI64(random.nextLong());
                case 4 -> out.putText("t".repeat(random.nextInt(256)));
                default -> out.putBytes(random(random));
            }
        }
        out.putBytes(new byte[200_000]);
    }

    private static void read(final PartDecoder in, final long seed) {
        final Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            switch (random.nextInt(6)) {
                case 0 -> assertEquals(random.nextInt() & 0xFF, in.getU8());
                case 1 -> assertEquals(random.nextInt() & 0xFFFF, in.getU16());
                case 2 -> assertEquals(random.nextInt(), in.getI32());
                case 3 -> assertEquals(random.nextLong(), in.getI64());
                case 4 -> assertEquals(random.nextInt(256), in.getText().length());
                default -> {
                    final byte[] bytes = random(random);
                    assertArrayEquals(bytes, in.getBytes(bytes.length));
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            assertArrayEquals(new byte[50_000], in.getBytes(50_000));
        }
        assertThrows(IllegalStateException.class, in::getU8);
    }

    private static byte[] random(final Random random) {
        final byte[] bytes = new byte[random.nextInt(100) == 0 ? random.nextInt(65_536) : random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(final FollowerPart part) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        part.writeTo(out::write);
        return out.toByteArray();
    }

    private static final class Bytes implements PartReader {
        private final byte[] all;
        private int position;

        private Bytes(final byte[] all) {
            this.all = all;
        }

        @Override
        public long length() {
            return all.length;
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) {
            final int read = Math.min(length, all.length - position);
            System.arraycopy(all, position, target, offset, read);
            position += read;
            return read;
        }
    }
}
