package io.daybook.api;

/** Takes the bytes of a follower's part of a snapshot. Used by the thread that writes it. */
public interface PartWriter {

    /**
     * Appends bytes, which are copied.
     *
     * @throws IndexOutOfBoundsException when the array does not have them
     */
    void write(byte[] bytes, int offset, int length);
}
