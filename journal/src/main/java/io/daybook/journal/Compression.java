package io.daybook.journal;

/**
 * How the blocks of a journal are stored. A reader needs no setting, because every frame records how it was written.
 */
public enum Compression {
    /** LZ4 for blocks of about a kibibyte and more, if it saves at least a tenth; raw for the others. */
    LZ4,
    /** Every block as it is: for disks that are faster than the compressor. */
    NONE
}
