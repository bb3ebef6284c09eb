package io.daybook.kernel.slab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordRingTest {
    private static final int STRIDE = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8, 13, 16, 100})
    void shouldKeepTheLastRecords(final int most) {
        final RecordRing ring = new RecordRing(STRIDE, most);
        final Deque<Long> model = new ArrayDeque<>();
        for (long i = 1; i <= 3L * most + 1; i++) {
            final boolean wasFull = ring.isFull();
            assertEquals(model.size() == most, wasFull, "record " + i);
            final int base = ring.append();
            assertEquals(wasFull ? model.getFirst() : 0L, ring.array()[base], "the replaced record, at record " + i);
            for (int field = 0; field < STRIDE; field++) {
                ring.array()[base + field] = i * (field + 1);
            }
            if (wasFull) {
                model.removeFirst();
            }
            model.addLast(i);
            assertEquals(List.copyOf(model), firstFields(ring), "record " + i);
            requireCopies(ring);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void shouldNotSeeLaterRecordsInACopy(final int records) {
        final RecordRing ring = new RecordRing(STRIDE, 3);
        for (long i = 1; i <= records; i++) {
            final int base = ring.append();
            ring.array()[base] = i;
        }
        final List<Long> before = firstFields(ring);
        final RecordRing copy = new RecordRing(ring);
        for (long i = 100; i < 104; i++) {
            final int base = ring.append();
            ring.array()[base] = i;
            assertEquals(before, firstFields(copy));
        }
        final int base = copy.append();
        copy.array()[base] = 7;
        assertEquals(103, ring.array()[ring.base(ring.size() - 1)]);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 3})
    void shouldRefuseAPlaceThatThereIsNot(final int place) {
        final RecordRing ring = new RecordRing(STRIDE, 3);
        ring.append();
        ring.append();
        assertThrows(IndexOutOfBoundsException.class, () -> ring.base(place));
    }

    private static void requireCopies(final RecordRing ring) {
        for (int from = 0; from <= ring.size(); from++) {
            for (int to = from; to <= ring.size(); to += 3) {
                final List<Long> expected = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    for (int field = 0; field < STRIDE; field++) {
                        expected.add(ring.array()[ring.base(i) + field]);
                    }
                }
                assertEquals(
                        expected, Arrays.stream(ring.copy(from, to)).boxed().toList());
            }
        }
    }

    private static List<Long> firstFields(final RecordRing ring) {
        final List<Long> fields = new ArrayList<>();
        for (int i = 0; i < ring.size(); i++) {
            fields.add(ring.array()[ring.base(i)]);
        }
        return fields;
    }
}
