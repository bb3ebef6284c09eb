package io.daybook.cluster.config;

import io.daybook.config.Section;

/** What an acknowledged command survives; one setting for archive, catalog and consensus module. */
public enum Durability {
    /**
     * A killed process, even on all nodes at once; the loss of power on one node, if no other fails before it has
     * caught up.
     */
    PROCESS(0),
    /** The loss of power on all nodes at once: data is forced before it counts. */
    POWER(1),
    /** Like {@link #POWER}, with the metadata of files. */
    POWER_METADATA(2);

    private final int fileSyncLevel;

    Durability(final int fileSyncLevel) {
        this.fileSyncLevel = fileSyncLevel;
    }

    /** The word in configurations. */
    public String word() {
        return Section.word(this);
    }

    /** Aeron's level. */
    public int fileSyncLevel() {
        return fileSyncLevel;
    }
}
