package io.daybook.it;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A process that trades until it is killed, with segments so small that it rotates all the time. */
final class RotatingProcess {
    private static final int ON_THEIR_WAY = 500;
    private static final JournalOptions SMALL = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(16 << 10)
            .maxSegmentBytes(16 << 10)
            .build();

    private RotatingProcess() {}

    /** Argument: the folder of the journal. */
    public static void main(final String[] args) {
        final Exchange exchange = start(Path.of(args[0]));
        System.out.println("started at " + exchange.recovery().lastSeq());
        final CompletableFuture<?>[] sent = new CompletableFuture<?>[ON_THEIR_WAY];
        for (long index = exchange.recovery().lastSeq(); ; index++) {
            final int at = (int) (index % ON_THEIR_WAY);
            if (sent[at] != null) {
                sent[at].join();
            }
            sent[at] = exchange.submit(FollowedProcess.command(index), index, new byte[(int) (index % 7)]);
        }
    }

    static Exchange start(final Path folder) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .ringSize(1024)
                .blockBytes(4096)
                .journal(folder)
                .build();
        return new RingExchange(config, RecoveredState.recover(config, new FileJournalStorage(), SMALL)).start();
    }
}
