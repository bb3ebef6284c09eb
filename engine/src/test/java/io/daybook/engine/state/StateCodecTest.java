package io.daybook.engine.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.host.Proves;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateRecordType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Proves(value = "hostile snapshot content gives the documented error", normal = "50,000", large = "1,000,000")
class StateCodecTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int MUTATIONS = LONG ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 5_000 : 50_000;
    private static final long MOST_BYTES = 4L << 20;

    /** A record as a value. */
    private record Row(StateRecordType type, List<Long> fields) {}

    private static List<Row> randomRows(final SplittableRandom random) {
        final List<Row> rows = new ArrayList<>();
        for (final StateRecordType type : StateRecordType.values()) {
            long first = Long.MIN_VALUE;
            for (int i = random.nextInt(200); i > 0; i--) {
                first += 1 + (random.nextLong() >>> 1 + random.nextInt(62)) / 256;
                final List<Long> fields = new ArrayList<>(List.of(first));
                while (fields.size() < type.fieldCount()) {
                    fields.add(random.nextLong() >> random.nextInt(64));
                }
                rows.add(new Row(type, fields));
            }
        }
        return rows;
    }

    private static byte[] encode(final List<Row> rows) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final StateEncoder encoder = new StateEncoder(bytes::write);
        for (final Row row : rows) {
            encoder.begin(row.type());
            row.fields().forEach(encoder::put);
            encoder.end();
        }
        encoder.finish();
        return bytes.toByteArray();
    }

    private static List<Row> decode(final byte[] bytes) {
        final ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        final StateDecoder decoder = new StateDecoder(in::readNBytes);
        final List<Row> rows = new ArrayList<>();
        while (decoder.next()) {
            final List<Long> fields = new ArrayList<>();
            for (int i = 0; i < decoder.type().fieldCount(); i++) {
                fields.add(decoder.get(i));
            }
            rows.add(new Row(decoder.type(), fields));
        }
        assertFalse(decoder.next());
        return rows;
    }

    @Test
    void shouldGiveBackWhatWasWritten() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100; i++) {
            final List<Row> rows = randomRows(random);
            assertEquals(rows, decode(encode(rows)), () -> "seed=" + seed);
        }
    }

    @Test
    void shouldHashTheSameOnBothWays() {
        final List<Row> rows = randomRows(new SplittableRandom(1));
        final StateHasher hasher = new StateHasher();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final StateEncoder encoder = new StateEncoder(bytes::write);
        for (final Row row : rows) {
            hasher.begin(row.type());
            encoder.begin(row.type());
            row.fields().forEach(value -> {
                hasher.put(value);
                encoder.put(value);
            });
            hasher.end();
            encoder.end();
        }
        assertEquals(hasher.sum(), encoder.finish());
        final StateDecoder decoder = new StateDecoder(new ByteArrayInputStream(bytes.toByteArray())::readNBytes);
        int count = 0;
        while (decoder.next()) {
            count++;
        }
        assertEquals(rows.size(), count);
        assertEquals(hasher.sum(), decoder.hashSum());
    }

    @Test
    void shouldKeepTheFormat() {
        final Row currency = new Row(StateRecordType.CURRENCY, List.of(1L, 0L, -64L));
        final Row next = new Row(StateRecordType.CURRENCY, List.of(3L, 64L, -64L));
        assertArrayEquals(new byte[] {1, 2, 2, 0, 127, 2, 4, (byte) 0x80, 1, 0, 0, 2}, encode(List.of(currency, next)));
        assertArrayEquals(new byte[] {1, 0, 0}, encode(List.of()));
    }

    @Test
    void shouldRefuseRecordsThatAreNotInOrder() {
        final Row one = new Row(StateRecordType.BOOK, List.of(1L, 1L, 1L));
        final Row two = new Row(StateRecordType.BOOK, List.of(1L, 2L, 0L));
        final Row user = new Row(StateRecordType.USER, List.of(1L, 1L, 1L));
        assertEquals(2, decode(encode(List.of(one, two))).size());
        for (final List<Row> wrong : List.of(List.of(two, one), List.of(one, one), List.of(one, user))) {
            final byte[] bytes = encode(wrong);
            assertThrows(SnapshotContentException.class, () -> decode(bytes), wrong::toString);
        }
    }

    @Test
    void shouldGiveRecordsOrRefuseWhateverTheBytes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Row> all = randomRows(random);
        final byte[] good = encode(all.subList(0, Math.min(30, all.size())));
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int refused = 0;
        long most = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            final byte[] bytes = mutate(good, random);
            final long before = threads.getCurrentThreadAllocatedBytes();
            try {
                decode(bytes);
            } catch (SnapshotContentException e) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " case=" + i, e);
            }
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
        }
        final long peak = most;
        assertTrue(peak <= MOST_BYTES, () -> peak + " bytes allocated by one decoding");
        assertTrue(refused > MUTATIONS / 4 && refused < MUTATIONS, "seed=" + seed + " refused=" + refused);
        System.out.println("snapshot content: " + MUTATIONS + " mutations, " + refused + " refused, at most " + most
                + " bytes, seed " + seed);
    }

    private static byte[] mutate(final byte[] good, final SplittableRandom random) {
        if (random.nextInt(8) == 0) {
            final byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            return bytes;
        }
        final byte[] bytes = Arrays.copyOf(good, random.nextBoolean() ? random.nextInt(good.length) : good.length);
        for (int flips = random.nextInt(3); flips >= 0 && bytes.length > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
