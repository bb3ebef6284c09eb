package io.daybook.cluster.config;

/** What an acknowledged command survives; one knob for archive, catalog and consensus module. */
public enum Durability {
    /** A killed process, on all nodes at once; the loss of power on one, if no other fails before it has caught up. */
    PROCESS("process", 0),
    /** The loss of power on all nodes at once: data is forced before it counts. */
    POWER("power", 1),
    /** The same, with the metadata of files. */
    POWER_METADATA("power-metadata", 2);

    private final String word;
    private final int fileSyncLevel;

    Durability(final String word, final int fileSyncLevel) {
        this.word = word;
        this.fileSyncLevel = fileSyncLevel;
    }

    /** How configurations write it. */
    public String word() {
        return word;
    }

    /** Aeron's level. */
    public int fileSyncLevel() {
        return fileSyncLevel;
    }
}
