package io.daybook.journal;

/** The meaning of the first position in a journal that has no valid frame. */
public enum TailVerdict {
    /** The journal ends here. */
    CLEAN_END,
    /** A crash cut a write that was not yet forced: the bytes are removed, kept in another file, and reported. */
    TORN,
    /** A crash cut a rotation: the empty successor is there, the SEAL is not. Recovery writes the SEAL. */
    UNSEALED,
    /** Damage that no crash explains, in bytes that may have been acknowledged: refused. */
    SUSPECT,
    /** Bytes that were forced are damaged: refused. */
    CORRUPT
}
