package io.daybook.host.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Forwards to another file; a subclass overrides what it changes. */
public abstract class ForwardingFile implements StorageFile {
    private final StorageFile file;

    /** Forwards all other methods to a file, which is closed with this one. */
    protected ForwardingFile(final StorageFile file) {
        this.file = file;
    }

    @Override
    public int write(final ByteBuffer source, final long position) throws IOException {
        return file.write(source, position);
    }

    @Override
    public int read(final ByteBuffer target, final long position) throws IOException {
        return file.read(target, position);
    }

    @Override
    public long length() throws IOException {
        return file.length();
    }

    @Override
    public void force(final boolean metadata) throws IOException {
        file.force(metadata);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
