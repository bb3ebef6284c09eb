package io.daybook.cluster.state;

/** The state of a follower after all results up to a snapshot. */
public final class StatePart {
    /** The most bytes of a part. */
    public static final int MAX_BYTES = 1 << 30;

    private final String name;
    private final byte[] bytes;

    /**
     * Creates the part of a follower.
     *
     * @param name the name of the follower
     * @param bytes at most 2^30; not copied, and not to be modified
     */
    public StatePart(final String name, final byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("the part of follower " + name + " must have at most " + MAX_BYTES
                    + " bytes: length=" + bytes.length);
        }
        this.name = name;
        this.bytes = bytes;
    }

    /** The name of the follower. */
    public String name() {
        return name;
    }

    /** The bytes, not copied. */
    public byte[] bytes() {
        return bytes;
    }
}
