package io.daybook.it;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Storage that writes to the disk of this machine, and ends the process at a step that a test has chosen. */
final class HaltingStorage extends ForwardingStorage {
    static final int HALTED = 137;

    private static final String JOURNAL_THREAD = "daybook-journal";
    private static final String OUTBOX = ".out";
    private static final int SECTOR = 512;

    private final HaltStep step;

    /** The first condition: the process may end at its step only while it holds. */
    private volatile BooleanSupplier isDue = () -> false;

    /** The second condition, for which the process waits at its step. */
    private volatile BooleanSupplier isReached = () -> true;

    HaltingStorage(final HaltStep step) {
        super(new FileJournalStorage());
        this.step = step;
    }

    /** Makes the process end at its step, once the first condition holds, and then the second. */
    void arm(final BooleanSupplier due, final BooleanSupplier reached) {
        isReached = reached;
        isDue = due;
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return new HaltingFile(path, super.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new HaltingFile(path, super.open(path));
    }

    /** Waits for the second condition, while all other threads go on; then ends the process. */
    private void halt() {
        awaitReached();
        Runtime.getRuntime().halt(HALTED);
    }

    private void awaitReached() {
        System.out.println("at the step");
        while (!isReached.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private final class HaltingFile extends ForwardingFile {
        private final boolean isOutbox;

        HaltingFile(final Path path, final StorageFile file) {
            super(file);
            this.isOutbox = path.toString().endsWith(OUTBOX);
        }

        private boolean isAt(final HaltStep... steps) {
            if (isOutbox || Thread.currentThread().getName().equals(JOURNAL_THREAD)) {
                for (final HaltStep one : steps) {
                    if (one == step) {
                        return isDue.getAsBoolean();
                    }
                }
            }
            return false;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            if (isOutbox ? isAt(HaltStep.NOT_READ) : isAt(HaltStep.NOT_PUBLISHED, HaltStep.NOT_WRITTEN)) {
                halt();
            }
            if (isOutbox && isAt(HaltStep.OUTBOX_TORN)) {
                source.limit(source.position() + source.remaining() / 2);
                super.write(source, position);
                halt();
            }
            if (!isOutbox && isAt(HaltStep.TORN)) {
                tear(source, position);
            }
            final int written = super.write(source, position);
            if (isOutbox && isAt(HaltStep.NOT_SENT)) {
                halt();
            }
            return written;
        }

        /**
         * Writes only the first sector of a block, and ends the process. The sector is whole, because no disk tears a
         * sector. Delays a block of less than two sectors until the second condition holds, and lets it be written
         * whole: meanwhile many orders wait for the next block, which is larger.
         */
        private void tear(final ByteBuffer source, final long position) throws IOException {
            if (source.remaining() < 2 * SECTOR) {
                awaitReached();
            } else {
                source.limit(source.position() + SECTOR);
                super.write(source, position);
                halt();
            }
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            super.force(metadata);
            if (!isOutbox && isAt(HaltStep.NOT_ANSWERED)) {
                halt();
            }
        }
    }
}
