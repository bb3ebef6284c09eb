package io.daybook.journal;

/** What the first position of a journal at which no valid frame lies means. */
public enum TailVerdict {
    /** The journal ends here. */
    CLEAN_END,
    /** A crash cut what was being written and had not been forced: it is removed, kept aside, and reported. */
    TORN,
    /** A crash cut a rotation: the empty successor is there, the SEAL is not. Recovery writes the SEAL. */
    UNSEALED,
    /** Damage that no crash explains, of bytes that may have been acknowledged: refused. */
    SUSPECT,
    /** Bytes that were forced are damaged: refused. */
    CORRUPT
}
