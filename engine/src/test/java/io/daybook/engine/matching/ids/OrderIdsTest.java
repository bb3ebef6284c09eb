package io.daybook.engine.matching.ids;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.slab.HashSecret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares ids with a plain map, for the ways in which venues number their orders. */
class OrderIdsTest {
    private final OrderSlab slab = new OrderSlab(1);
    private final IdPagePool pool = new IdPagePool();
    private final OrderIds ids = new OrderIds(slab, pool, HashSecret.NONE);
    private final Map<Long, Integer> model = new HashMap<>();

    /** The ways of numbering: each computes the id of an order from the count of orders before it. */
    enum Numbering {
        SEQUENCE(n -> n + 1),
        EVERY_SEVENTH(n -> 7 * n + 3),
        EVERY_THOUSAND_AND_TWENTY_FOURTH(n -> (n + 1) << 10),
        BY_CLIENT_IN_THE_UPPER_BITS(n -> (n % 13 + 1) << 48 | (n / 13)),
        BY_CLIENT_IN_RUNS(n -> (n / 1000 % 5 + 1) << 32 | (n / 5000 * 1000 + n % 1000)),
        DOWNWARD(n -> Long.MAX_VALUE - n),
        SCATTERED(n -> (n + 1) * 0x9E3779B97F4A7C15L >>> 1),
        SEQUENCE_AND_SCATTERED(n -> n / 5000 % 2 == 0 ? n + 1 : ((n + 1) * 0x9E3779B97F4A7C15L >>> 1));

        private final LongUnaryOperator id;

        Numbering(final LongUnaryOperator id) {
            this.id = id;
        }
    }

    @ParameterizedTest
    @EnumSource(Numbering.class)
    void shouldFindExactlyTheLiveIds(final Numbering numbering) {
        final long seed = Long.getLong("daybook.seed", 7);
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Long> live = new ArrayList<>();
        long count = 0;
        for (int round = 0; round < 120; round++) {
            final boolean growing = round / 20 % 2 == 0;
            for (int i = 0; i < 2_000; i++) {
                if (live.isEmpty() || random.nextInt(10) < (growing ? 7 : 3)) {
                    final long id = numbering.id.applyAsLong(count++);
                    put(id);
                    live.add(id);
                } else {
                    final int at = random.nextInt(random.nextBoolean() ? live.size() : Math.min(300, live.size()));
                    remove(live.get(at));
                    live.set(at, live.get(live.size() - 1));
                    live.remove(live.size() - 1);
                }
                final long other = numbering.id.applyAsLong(random.nextLong(count + 10));
                assertEquals(model.getOrDefault(other, NO_ORDER), ids.get(other), () -> numbering + " seed=" + seed);
            }
            ids.validate(slab);
            assertEquals(model.size(), ids.count());
        }
        live.forEach(this::remove);
        ids.validate(slab);
        assertEquals(0, ids.count());
    }

    @Test
    void shouldKeepIdsInSequenceInPages() {
        for (long id = 1; id <= 100_000; id++) {
            put(id);
        }
        assertTrue(ids.hashedCount() < 200, () -> "hashed=" + ids.hashedCount());
    }

    @Test
    void shouldGiveUpPagesThatAreNotWorthTheirMemory() {
        for (long id = 1; id <= 100_000; id++) {
            put(id);
        }
        for (long id = 1; id <= 90_000; id++) {
            if (id % 100 != 0) {
                remove(id);
            }
        }
        ids.validate(slab);
        assertTrue(ids.hashedCount() >= 100, () -> "most pages must be kept: hashed=" + ids.hashedCount());
        assertEquals(10_900, ids.count());
        for (long id = 90_001; id <= 100_000; id++) {
            if (id % 100 != 0) {
                remove(id);
            }
        }
        ids.validate(slab);
        assertTrue(ids.hashedCount() >= 900, () -> "sparse pages must be given up: hashed=" + ids.hashedCount());
        assertEquals(1_000, ids.count());
    }

    @Test
    void shouldBearIdsThatHashAlike() {
        // The upper half of (id >> 3) × the multiplier gives the hash. The upper halves for these ids differ in at most
        // the top four bits, so that 3,000 ids share 16 hashes.
        final long inverse = 0xF1DE83E19937733DL;
        for (long n = 1; n <= 3_000; n++) {
            put(((0x1234_5678_0000_0000L + n) * inverse & 0x0FFF_FFFF_FFFF_FFFFL) << 3);
        }
        for (long id = 1; id < 3_000; id++) {
            put(id);
        }
        ids.validate(slab);
        new ArrayList<>(model.keySet()).forEach(this::remove);
        assertEquals(0, ids.count());
    }

    @Test
    void shouldSpreadIdsThatHashAlikeWithoutTheSecret() {
        final long[] chosen = new long[6_000];
        int found = 0;
        for (long n = 0; found < chosen.length; n++) {
            final long id =
                    (0x1234_5678_0000_0000L + n) * 0xF1DE83E19937733DL; // id × the multiplier has the same upper half
            if (id >>> 60 == 0) {
                chosen[found++] = id << 3;
            }
        }
        assertEquals(3_001, mostProbes(chosen, HashSecret.NONE));
        long sum = 0;
        for (long seed = 1; seed <= 200; seed++) {
            final long most = mostProbes(chosen, HashSecret.of(seed));
            assertTrue(most < 768, "probes=" + most + " seed=" + seed); // three quarters of one segment
            sum += most;
        }
        assertTrue(sum / 200 < 200, "probes=" + sum / 200);
    }

    /** The longest look-up among ids of which every second is live. */
    private long mostProbes(final long[] chosen, final HashSecret secret) {
        final HashedIds hashed = new HashedIds(slab, secret);
        final int[] handles = new int[chosen.length];
        for (int n = 0; n < chosen.length; n += 2) {
            handles[n] = slab.allocate(chosen[n], 1);
            hashed.put(chosen[n], handles[n]);
        }
        long most = 0;
        for (final long id : chosen) {
            most = Math.max(most, hashed.probes(id));
        }
        for (int n = 0; n < chosen.length; n += 2) {
            hashed.remove(chosen[n]);
            slab.free(handles[n]);
        }
        return most;
    }

    private void put(final long id) {
        assertTrue(ids.isFree(id));
        assertEquals(NO_ORDER, ids.get(id));
        final int handle = slab.allocate(id, 1);
        ids.put(id, handle);
        model.put(id, handle);
        assertFalse(ids.isFree(id));
    }

    private void remove(final long id) {
        final int handle = model.remove(id);
        assertEquals(handle, ids.get(id));
        ids.remove(id);
        slab.free(handle);
        assertEquals(NO_ORDER, ids.get(id));
        assertTrue(ids.isFree(id));
    }
}
