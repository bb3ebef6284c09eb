package io.daybook.api;

/**
 * A hash of 64 bits of the whole logical state: the same for every topology, order book implementation, JVM and
 * restart.
 *
 * @param seq last command whose effect is shown
 * @param hash the hash
 */
public record StateHashReport(long seq, long hash) {

    /** The hash as 16 hexadecimal digits, as reports and tools print it. */
    public String hex() {
        return String.format("%016x", hash);
    }
}
