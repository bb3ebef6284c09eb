package io.daybook.kernel.state;

/**
 * A writer that keeps only a hash of 64 bits: it mixes each record separately and adds the hashes up, so that the order
 * of records does not matter and each thread can hash its own part.
 *
 * <p>The mixing is SplitMix64's finaliser (Steele, Lea and Flood, 2014) over a running state that starts from the kind
 * of the record.
 */
public final class StateHasher implements StateWriter {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long sum;
    private long record;

    @Override
    public void begin(final StateRecordType type) {
        record = mix(type.code() * GOLDEN_GAMMA);
    }

    @Override
    public void put(final long value) {
        record = mix(record + GOLDEN_GAMMA ^ mix(value + GOLDEN_GAMMA));
    }

    @Override
    public void end() {
        sum += record;
    }

    /** The sum over all records so far; the sums of parts may be added. */
    public long sum() {
        return sum;
    }

    /** The hash of a whole state from the added sums of its parts. */
    public static long finish(final long sum) {
        return mix(sum + GOLDEN_GAMMA);
    }

    private static long mix(final long input) {
        long z = input;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
