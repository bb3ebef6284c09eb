package io.daybook.api;

/**
 * Gives a follower the bytes of its part of a snapshot, from the first on; their checksums hold. Used by the thread
 * that restores it.
 */
public interface PartReader {

    /** How many bytes the part has in all. */
    long length();

    /**
     * Reads the next bytes.
     *
     * @param length how many are wanted
     * @return how many came: as many as wanted, or fewer at the end of the part
     * @throws IndexOutOfBoundsException when the array has no room for them
     */
    int read(byte[] target, int offset, int length);
}
