package io.daybook.server.metrics;

import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Subscription;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts what an exchange does not count itself: commands by type, trades by symbol, and the results of its snapshots.
 * Each number is written by one of the exchange's threads; any thread reads.
 */
public final class VenueCounts implements ExchangeListener {
    private static final int CODE_LIMIT = Arrays.stream(CommandType.values())
                    .mapToInt(CommandType::code)
                    .max()
                    .orElse(0)
            + 1;

    /** Counts by the code of the type. */
    private final AtomicLongArray commands = new AtomicLongArray(CODE_LIMIT);

    private final SymbolCounts trades = new SymbolCounts();

    /** The last command that was delivered. */
    private final AtomicLong seq = new AtomicLong();

    /** The time of the last delivered command, ns since the epoch: times of commands never fall. */
    private final AtomicLong timeNs = new AtomicLong();

    private final AtomicLong snapshotFailures = new AtomicLong();
    private final AtomicReference<@Nullable Snapshot> last = new AtomicReference<>();
    private volatile boolean hasFailed;

    /**
     * A snapshot on the disk.
     *
     * @param seq the seq of its last command
     * @param timeNs the time of that command
     * @param bytes the size of the snapshot
     */
    public record Snapshot(long seq, long timeNs, long bytes) {}

    /**
     * Begins to count for an exchange that has just started.
     *
     * @param data the folder of the exchange; its newest snapshot counts as the last one until another is made
     */
    public void begin(final Exchange exchange, final Path data) {
        seq.set(exchange.metrics().deliveredSeq());
        final Subscription unused = exchange.addListener(this); // first: otherwise a snapshot could be missed
        final Snapshot found = FolderSizes.newestSnapshot(data);
        if (found != null) {
            take(found);
            timeNs.accumulateAndGet(found.timeNs(), Math::max);
        }
    }

    /** The time of the last command whose time is known, ns since the epoch; 0 for none. */
    public long timeNs() {
        return timeNs.getAcquire();
    }

    @Override
    public void onResult(final ResultView result) {
        final int place = result.typeCode();
        commands.setRelease(place, commands.getPlain(place) + 1);
        timeNs.setRelease(result.timestampNs());
        seq.setRelease(result.seq());
    }

    @Override
    public void onTrade(final ResultView result, final EventView trade) {
        trades.count(trade.symbol());
    }

    @Override
    public void onSnapshot(final SnapshotReport snapshot) {
        take(new Snapshot(snapshot.seq(), snapshot.timestampNs(), snapshot.sizeBytes()));
        hasFailed = false;
    }

    /** Keeps the newest snapshot. If a snapshot was both reported and found in the folder, keeps the report. */
    private void take(final Snapshot snapshot) {
        last.accumulateAndGet(
                snapshot, (now, other) -> now == null || other != null && other.seq() > now.seq() ? other : now);
    }

    @Override
    public void onSnapshotFailed(final SnapshotFailedException failure) {
        snapshotFailures.incrementAndGet();
        hasFailed = true;
    }

    /** The number of commands of a type, including refused ones. */
    public long commands(final CommandType type) {
        return commands.getAcquire(type.code());
    }

    /** The number of commands that may have added users. */
    public long userChanges() {
        return commands(CommandType.ADD_USER) + commands(CommandType.ADD_ACCOUNTS) + commands(CommandType.RESET);
    }

    /** The number of trades of each symbol that had one. */
    public Map<Integer, Long> trades() {
        return trades.all();
    }

    /** The last command that was counted; before the first one, the last command that was recovered. */
    public long seq() {
        return seq.getAcquire();
    }

    /** The last snapshot, or null. */
    public @Nullable Snapshot lastSnapshot() {
        return last.get();
    }

    /** The number of snapshots that failed. */
    public long snapshotFailures() {
        return snapshotFailures.get();
    }

    /** Returns whether the last snapshot that was begun has failed. */
    public boolean hasSnapshotFailed() {
        return hasFailed;
    }
}
