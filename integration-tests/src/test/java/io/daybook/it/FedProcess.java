package io.daybook.it;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.storage.FileJournalStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A process with a feed and its log that trades until it is killed. */
final class FedProcess {
    static final int CHANNELS = 2;

    private static final UUID EXCHANGE = new UUID(0xFEED_0000_0000_0001L, 1);
    private static final int USERS = 8;
    private static final int ON_THEIR_WAY = 500;
    private static final FeedLogLimits LIMITS = new FeedLogLimits(1L << 40, Long.MAX_VALUE, 1 << 20);

    private FedProcess() {}

    /** Arguments: the folder of the journal. */
    public static void main(final String[] args) {
        final Path folder = Path.of(args[0]);
        final FeedLog log = openLog(folder);
        final FeedFold fold = new FeedFold(CHANNELS, log);
        final Exchange exchange = start(folder, fold);
        fold.endRecovery();
        if (log.isAhead()) {
            throw new IllegalStateException("the log is ahead of the journal");
        }
        System.out.println("started at " + exchange.recovery().lastSeq());
        final CompletableFuture<?>[] sent = new CompletableFuture<?>[ON_THEIR_WAY];
        for (long index = exchange.recovery().lastSeq(); ; index++) {
            final int at = (int) (index % ON_THEIR_WAY);
            if (sent[at] != null) {
                sent[at].join();
            }
            sent[at] = exchange.submit(command(index), index, new byte[0]);
        }
    }

    static FeedLog openLog(final Path folder) {
        return FeedLog.open(new FileJournalStorage(), folder.resolve("feed"), EXCHANGE, CHANNELS, LIMITS);
    }

    static Exchange start(final Path folder, final FeedFold fold) {
        return DaybookExchange.builder()
                .ringSize(1024)
                .journal(folder)
                .snapshots(SnapshotConfig.every(3_000).retainingAll())
                .attach(fold, OnFailure.HALT)
                .start();
    }

    /** The command with a number: always the same. Snapshots take numbers of their own. */
    static Command command(final long index) {
        final SplittableRandom random = new SplittableRandom(index);
        final long uid = 1 + random.nextInt(USERS);
        final int symbol = 1 + random.nextInt(3);
        if (index == 0) {
            return new AddSymbols(List.of(
                    SymbolSpec.exchangePair(1, 10, 20).build(),
                    SymbolSpec.exchangePair(2, 10, 20).build(),
                    SymbolSpec.exchangePair(3, 10, 20).build()));
        } else if (index <= USERS) {
            return AddAccounts.of(Map.of(index, Map.of(10, 1_000_000_000L, 20, 1_000_000_000L)));
        }
        final int kind = random.nextInt(200);
        if (kind < 40) {
            return new CancelOrder(uid, symbol, index - 1 - random.nextInt(20));
        } else if (kind < 60) {
            return new MoveOrder(uid, symbol, index - 1 - random.nextInt(20), 90 + random.nextInt(20));
        } else if (kind == 60) {
            return new MassCancel(uid, 0, null, false, false);
        }
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final long price = 90 + random.nextInt(20);
        final long size = 4 + random.nextInt(9);
        final PlaceOrder plain = PlaceOrder.gtc(uid, symbol, index, side, price, size);
        return switch (random.nextInt(10)) {
            case 0 -> plain.withTerms(OrderTerms.builder().display(2).build());
            case 1 -> plain.withTerms(OrderTerms.builder().hidden().build());
            case 2 ->
                plain.withTerms(OrderTerms.builder()
                        .trigger(price, side == Side.BID ? TriggerWhen.RISES : TriggerWhen.FALLS)
                        .build());
            default -> plain;
        };
    }
}
