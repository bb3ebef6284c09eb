package io.daybook.api;

/** How journal frames are packed. */
public enum Compression {
    /** LZ4, if it saves at least a tenth. */
    LZ4,
    /** Uncompressed. */
    NONE
}
