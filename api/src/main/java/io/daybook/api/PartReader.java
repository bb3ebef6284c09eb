package io.daybook.api;

/**
 * Reads the bytes of a follower's part of a snapshot, from the first on; their checksums were verified. Used by the
 * thread that restores it.
 */
public interface PartReader {

    /** How many bytes the part has in all. */
    long length();

    /**
     * Reads the next bytes.
     *
     * @param length the most bytes to read
     * @return the number of bytes read: {@code length}, or fewer at the end of the part
     * @throws IndexOutOfBoundsException if the array has no room for them
     */
    int read(byte[] target, int offset, int length);
}
