package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.core.Replay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Follows, in the process of the test, the journal of a process that is killed. It must receive each result once and in
 * order, and no result that the next process does not have.
 */
final class JournalWatch implements Follower {
    private final Path journal;
    private final List<Integer> crcs = new ArrayList<>();
    private final CompletableFuture<Long> end;
    private volatile long seq;
    private volatile long last = Long.MAX_VALUE;

    /** Starts to follow the journal from its first command, until {@link #finish}. */
    JournalWatch(final Path journal) {
        this.journal = journal;
        end = CompletableFuture.supplyAsync(
                () -> Replay.follow(journal, 1, this, () -> seq >= last),
                task -> new Thread(task, "follows the journal").start());
    }

    @Override
    public String name() {
        return "unknown-to-the-folder";
    }

    @Override
    public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
        assertEquals(0, atSeq);
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        assertEquals(seq + 1, result.seq());
        crcs.add(PlainFollowers.crc(result));
        seq = result.seq();
    }

    /** The seq of the last result that it received. */
    long seq() {
        assertFalse(end.isDone(), () -> "following ended: " + end);
        return seq;
    }

    /**
     * Follows to the end of a journal that grows no more. Returns the checksums of the results, which must equal those
     * of a replay.
     */
    List<Integer> finish(final long lastSeq) throws Exception {
        last = lastSeq;
        assertEquals(lastSeq, end.get());
        final List<Integer> replayed = new ArrayList<>();
        Replay.from(journal, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                replayed.add(PlainFollowers.crc(result));
            }
        });
        assertEquals(replayed, crcs);
        return replayed;
    }
}
