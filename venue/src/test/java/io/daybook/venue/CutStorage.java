package io.daybook.venue;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The disk of this machine, up to a call that changes it. From that call on nothing changes, as if the process had been
 * killed at it. A write at that call may be torn between two sectors. Any thread.
 */
final class CutStorage extends ForwardingStorage {
    private static final int SECTOR = 512;

    private final SplittableRandom dice;
    private long calls;
    private volatile boolean isCut;

    /**
     * Creates a disk.
     *
     * @param calls the number of changes that are carried out
     */
    CutStorage(final long calls, final SplittableRandom dice) {
        super(new FileJournalStorage());
        this.calls = calls;
        this.dice = dice;
    }

    boolean isCut() {
        return isCut;
    }

    /** Sets the number of further changes that are carried out. */
    synchronized void cutBehind(final long more) {
        calls = more;
    }

    private synchronized void change() throws IOException {
        if (isCut || calls == 0) {
            isCut = true;
            throw new IOException("cut off");
        }
        calls--;
    }

    /**
     * Returns the number of bytes of a write that reach the disk: some sectors of the last write, and nothing
     * afterwards.
     */
    private synchronized int lengthOf(final int wanted, final long position) throws IOException {
        if (!isCut && calls == 0) {
            isCut = true;
            final long end = position + dice.nextInt(wanted + 1);
            return (int) Math.max(0, end - end % SECTOR - position);
        }
        change();
        return wanted;
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        change();
        return new CutFile(super.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new CutFile(super.open(path));
    }

    @Override
    public void createDirectories(final Path directory) throws IOException {
        change();
        super.createDirectories(directory);
    }

    @Override
    public void createDirectory(final Path directory) throws IOException {
        change();
        super.createDirectory(directory);
    }

    @Override
    public void rename(final Path from, final Path to) throws IOException {
        change();
        super.rename(from, to);
    }

    @Override
    public void delete(final Path path) throws IOException {
        change();
        super.delete(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        change();
        super.forceDirectory(directory);
    }

    private final class CutFile extends ForwardingFile {
        CutFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            final int wanted = source.remaining();
            final int length = lengthOf(wanted, position);
            if (length == wanted && !isCut) {
                return super.write(source, position);
            }
            source.limit(source.position() + length);
            super.write(source, position);
            throw new IOException("cut off in the middle of a write");
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            change();
            super.force(metadata);
        }
    }
}
