package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SegmentPreparerTest {
    private static final long SIZE = 32 << 10;
    private static final long LOOK_NS = 1_000_000;

    /** A disk whose last bytes another program takes, and whose error message is in an unexpected language. */
    private static final class CrowdedStorage extends ForwardingStorage {
        private final AtomicInteger attempts = new AtomicInteger();
        private volatile boolean isCrowded = true;
        private volatile boolean isWritten;

        CrowdedStorage() {
            super(new SimulatedStorage());
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            attempts.incrementAndGet();
            isWritten = false;
            return new ForwardingFile(super.create(path)) {
                @Override
                public int write(final ByteBuffer source, final long position) throws IOException {
                    isWritten = true;
                    if (isCrowded) {
                        throw new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar");
                    }
                    return super.write(source, position);
                }
            };
        }

        @Override
        public long usableSpace(final Path directory) {
            return isCrowded && isWritten ? SIZE - 1 : Long.MAX_VALUE;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldThrowWhateverKeepsItFromFillingAtTheOneWhoTakes(final boolean ahead) {
        final Error failure = new OutOfMemoryError("a storage of the application's");
        final ForwardingStorage storage = new ForwardingStorage(new SimulatedStorage()) {
            @Override
            public StorageFile create(final Path path) {
                throw failure;
            }
        };
        final JournalOptions options = JournalOptions.builder().fillAhead(ahead).build();
        try (SegmentPreparer preparer = new SegmentPreparer(storage, new JournalFolder(DIR), options)) {
            preparer.start();
            preparer.request(SIZE);
            final JournalException e = assertThrows(JournalException.class, preparer::take);
            assertEquals(JournalException.Reason.IO, e.reason());
            assertSame(failure, e.getCause());
        }
    }

    @Test
    void shouldCallADiskFullOnWhichThereIsNoRoomWhateverItsErrorSays() {
        final CrowdedStorage storage = new CrowdedStorage();
        try (SegmentPreparer preparer = new SegmentPreparer(storage, new JournalFolder(DIR), JournalOptions.DEFAULT)) {
            preparer.start();
            final long startNs = System.nanoTime();
            preparer.request(SIZE);
            while (!preparer.isOutOfSpace()) {
                LockSupport.parkNanos(LOOK_NS);
            }
            assertEquals(
                    JournalException.Reason.NO_SPACE,
                    assertThrows(JournalException.class, preparer::take).reason());
            // The attempt is repeated once a second, however often hurry is called.
            while (System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(300)) {
                preparer.hurry();
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(
                    storage.attempts.get() == 1 || System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(900),
                    () -> storage.attempts + " attempts");
            storage.isCrowded = false;
            while (!preparer.isReady()) {
                LockSupport.parkNanos(LOOK_NS);
            }
            assertEquals(SIZE, preparer.take().size());
        }
    }
}
