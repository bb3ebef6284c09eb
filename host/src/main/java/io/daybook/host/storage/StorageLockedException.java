package io.daybook.host.storage;

import java.io.IOException;

/** Another process, or this one, already holds the lock. */
public final class StorageLockedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    public StorageLockedException(final String holder) {
        super("locked by " + holder);
        this.holder = holder;
    }

    /** The text that the holder wrote about itself when it took the lock; "unknown" if that cannot be read. */
    public String holder() {
        return holder;
    }
}
