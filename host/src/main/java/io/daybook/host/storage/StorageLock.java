package io.daybook.host.storage;

import java.io.Closeable;
import java.io.IOException;

/** A lock that is held until it is closed, or the process ends. */
public interface StorageLock extends Closeable {
    @Override
    void close() throws IOException;
}
