package io.daybook.api;

/** How journal frames are packed. */
public enum Compression {
    /** LZ4 where it saves at least a tenth. */
    LZ4,
    /** As encoded. */
    NONE
}
