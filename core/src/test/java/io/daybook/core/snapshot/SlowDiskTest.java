package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SnapshotReport;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A close on a disk whose snapshots take long to read. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowDiskTest {
    private static final int SNAPSHOTS = 12;
    private static final int CLOSE_TIMEOUT_MS = 5_000;

    /** The time of one read; all reads of retention together take several times as long as a close may. */
    private static final long READ_NS = TimeUnit.MILLISECONDS.toNanos(150);

    @TempDir
    private Path folder;

    private volatile boolean isSlow;

    private final CountDownLatch retains = new CountDownLatch(1);

    private JournalStorage storage() {
        return new ForwardingStorage(new FileJournalStorage()) {
            @Override
            public StorageFile openReadOnly(final Path path) throws IOException {
                final boolean isPart = path.startsWith(folder.resolve("snapshots"));
                return new ForwardingFile(super.openReadOnly(path)) {
                    @Override
                    public int read(final ByteBuffer target, final long position) throws IOException {
                        if (isSlow && isPart) {
                            retains.countDown();
                            LockSupport.parkNanos(READ_NS);
                        }
                        return super.read(target, position);
                    }
                };
            }
        };
    }

    @Test
    void shouldGiveUpRetentionToCloseInTime() throws Exception {
        final ExchangeConfig config = ExchangeConfig.builder()
                .journal(folder)
                .closeTimeoutMs(CLOSE_TIMEOUT_MS)
                .snapshots(SnapshotConfig.DEFAULT.keep(SNAPSHOTS + 1))
                .build();
        final ExchangeListener slowed = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport report) {
                isSlow = report.seq() >= 2 * SNAPSHOTS; // the snapshot has been read back, and retention follows
            }
        };
        final Exchange exchange = DaybookExchange.start(storage(), config, slowed);
        for (int i = 0; i < SNAPSHOTS; i++) {
            exchange.submit(new Nop()).join();
            exchange.snapshot().join();
        }
        assertTrue(retains.await(60, TimeUnit.SECONDS));
        exchange.close();
        assertEquals(ExchangeState.CLOSED, exchange.state());
        isSlow = false;
        try (Exchange again = DaybookExchange.start(storage(), config)) {
            assertEquals(2 * SNAPSHOTS, again.recovery().snapshotSeq());
        }
    }
}
