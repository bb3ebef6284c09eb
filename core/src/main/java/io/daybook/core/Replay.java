package io.daybook.core;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.listener.ResultReporter;
import io.daybook.core.recovery.FollowedJournal;
import io.daybook.core.recovery.JournalReplay;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Computes the results of a journal again, for a consumer that missed some. The commands alone determine every field of
 * what the exchange reported to its listeners.
 */
public final class Replay {

    private Replay() {}

    /**
     * Calls a listener for all commands from a seq on, as the exchange did: {@link ExchangeListener#onResult} for each
     * command, in order, then {@link ExchangeListener#onTrade} for each of its trades, with the same views, on the
     * calling thread. No other method of the listener is called, because changes of books, snapshots and the end belong
     * to a running exchange. The replay reads the folder without its lock and changes nothing in it, so the exchange
     * that owns the folder may be running; commands that are not yet written are not replayed.
     *
     * @param folder of the journal
     * @param seq of the first command to report, at least {@link #firstSeq}; earlier ones are carried out without a
     *     call
     * @param listener receives the calls; an exception that it throws ends the replay
     * @return seq of the last command that was reported; {@code seq − 1} if none was
     * @throws JournalException if there is no journal, it no longer reaches back far enough (GAP; the message names
     *     {@link #firstSeq}), or it is damaged
     * @throws RecoveryFailedException if a version that computes other results wrote the journal, the engine fails on a
     *     command, or a command cannot be decoded
     */
    public static long from(final Path folder, final long seq, final ExchangeListener listener) {
        requireSeq(seq);
        final ResultReporter reporter = new ResultReporter((thrower, method, number, error) -> {
            throw error;
        });
        final JournalReplay.Observer observer = (slot, number, timeNs) -> {
            if (number >= seq) {
                reporter.wrap(slot, number, timeNs);
                reporter.report(listener);
            }
        };
        return Math.max(RecoveredState.replayReadOnly(folder, seq, observer), seq - 1);
    }

    /**
     * Passes every result from a seq on to a follower, and continues as the journal grows, across rotations and
     * restarts of the exchange, until it is stopped. The exchange may run in another process, or not at all for a
     * while. The exchange never waits for this call, and keeps no segments for it. The commands are carried out again
     * on a separate engine.
     *
     * <p>A result is passed on once a later frame of the journal proves that its command was forced, about a
     * millisecond after the last force, so the command survives any crash. Results of commands that are written but not
     * forced, or torn, are not passed on yet.
     *
     * <p>Everything happens on the calling thread. {@link Follower#restore} comes first, without a part, with the state
     * after command {@code seq − 1}. Then come the results: {@code replayed} is true up to the end that the journal had
     * when the call began. {@link Follower#onBatchEnd} is called when there are no more results for the moment.
     * {@code name}, {@code mark} and {@code capture} are not called.
     *
     * @param folder of the journal
     * @param seq of the first command to pass on, at least {@link #firstSeq}; the call waits for one that does not
     *     exist yet
     * @param follower receives the results; an exception that it throws ends the call
     * @param stop called before each block of commands and at least once a millisecond; true ends the call, and so does
     *     an interrupt of the thread, which stays set
     * @return seq of the last command that was carried out, at least {@code seq − 1}; continue with the next one
     * @throws JournalException if there is no journal, it no longer reaches back far enough, or segments were retired
     *     faster than they were read (GAP); if it is damaged, or was cut before a result that was passed on (CORRUPT)
     * @throws RecoveryFailedException if a version that computes other results wrote the journal, the engine fails on a
     *     command, or a command cannot be decoded
     */
    public static long follow(final Path folder, final long seq, final Follower follower, final BooleanSupplier stop) {
        requireSeq(seq);
        return new FollowedJournal(new FileJournalStorage(), folder, seq, follower, () -> 0, stop).run();
    }

    /**
     * Follows an exchange of this process: passes a result on once the exchange has released it, by its
     * {@code ackMode}, without waiting for the frame that proves the force. The end of the exchange does not end the
     * call.
     *
     * @param exchange with a journal on the file system; its folder is read
     */
    public static long follow(
            final Exchange exchange, final long seq, final Follower follower, final BooleanSupplier stop) {
        requireSeq(seq);
        final Path folder = exchange.config().journal();
        if (folder == null) {
            throw new IllegalArgumentException("exchange must have a journal: journal=null");
        }
        final LongSupplier released = () -> exchange.metrics().journalReleasedSeq();
        return new FollowedJournal(new FileJournalStorage(), folder, seq, follower, released, stop).run();
    }

    private static void requireSeq(final long seq) {
        if (seq < 1) {
            throw new IllegalArgumentException("seq must be at least 1: seq=" + seq);
        }
    }

    /**
     * The lowest seq that {@link #from} accepts now: 1, or the seq after the oldest snapshot once segments have been
     * retired. The next snapshot may raise it. Reads and checks the whole folder, as {@link #from} does.
     *
     * @param folder of the journal
     * @throws JournalException if there is no journal, or it is damaged
     */
    public static long firstSeq(final Path folder) {
        return RecoveredState.firstTellableSeq(folder);
    }
}
