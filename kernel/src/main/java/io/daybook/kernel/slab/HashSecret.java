package io.daybook.kernel.slab;

/**
 * The multiplier by which hash tables hash the ids of clients. A client who does not know it cannot choose ids that
 * collide (multiply-shift hashing: Dietzfelbinger, Hagerup, Katajainen and Penttonen, 1997); an addend, or a xor of the
 * hash, would not separate ids that collide without it. It decides only where entries lie in tables: it changes no
 * result, no order of records, no state and no journal.
 *
 * @param multiplier odd
 */
public record HashSecret(long multiplier) {
    /** A fixed multiplier, 2^64 divided by the golden ratio, for tables whose keys no client chooses, and for tests. */
    public static final HashSecret NONE = new HashSecret(0x9E3779B97F4A7C15L);

    /** Refuses even multipliers, which lose bits. */
    public HashSecret {
        if ((multiplier & 1) == 0) {
            throw new IllegalArgumentException("multiplier must be odd: multiplier=" + multiplier);
        }
    }

    /**
     * The secret of a seed; exactly two seeds share each secret.
     *
     * @param seed 64 random bits if clients must not guess it
     */
    public static HashSecret of(final long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return new HashSecret(mixed ^ (mixed >>> 31) | 1);
    }

    /** Hides the multiplier, which would otherwise appear in logs. */
    @Override
    public String toString() {
        return "HashSecret";
    }
}
