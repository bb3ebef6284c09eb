package io.daybook.perf.workload;

/**
 * A small, splittable source of 64-bit random numbers, the same on every JVM.
 *
 * <p>A counter that advances by the golden ratio, hashed by a 64-bit finalizer (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014, with Stafford's variant 13 of the mixing constants). Not for secrets. One
 * thread at a time.
 */
final class SplitMix64 {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    SplitMix64(final long seed) {
        state = seed;
    }

    /** Hashes 64 bits to 64 bits, one to one. */
    static long mix(final long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * A separate source for {@code key}: it depends on this source's current state and the key, and does not change
     * this source.
     */
    SplitMix64 split(final long key) {
        return new SplitMix64(mix(state ^ mix(key + GOLDEN_GAMMA)));
    }

    long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Uniform in 0..bound−1 up to a bias of bound / 2^63, which no workload can notice; {@code bound ≥ 1}. */
    long nextLong(final long bound) {
        return Math.multiplyHigh(nextLong() >>> 1, bound << 1);
    }

    /** Uniform in 0..bound−1; {@code bound ≥ 1}. */
    int nextInt(final int bound) {
        return (int) nextLong(bound);
    }

    boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** U² · scale, rounded down, for U uniform in 0..1, in integers only; {@code 0 ≤ scale < 2^31}. */
    int nextSquareOf(final int scale) {
        final long u = nextLong() >>> 32;
        final long squared = (u * u) >>> 32;
        return (int) ((squared * scale) >>> 32);
    }

    /** Uniform in [0, 1), a multiple of 2^−53. */
    double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }
}
