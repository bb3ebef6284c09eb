package io.daybook.core;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.listener.ResultTeller;
import io.daybook.core.recovery.FollowedJournal;
import io.daybook.core.recovery.JournalReplay;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Computes the results of a journal again, for a consumer that missed some. Every field of what the exchange told its
 * listeners follows from the commands alone.
 */
public final class Replay {

    private Replay() {}

    /**
     * Tells a listener what it would have heard of all commands from a number on, had it listened to the exchange:
     * {@link ExchangeListener#onResult} of each, in order, then {@link ExchangeListener#onTrade} of each of its trades,
     * with the same views, on the calling thread. The other methods are not called: changes of books, snapshots and the
     * end belong to an exchange that runs. Reads without the lock of the folder and changes nothing in it: the exchange
     * that owns it may be running; what it has not yet written is not told.
     *
     * @param folder of the journal
     * @param seq of the first command to tell, at least {@link #firstSeq}; those before it are carried out in silence
     * @param listener what it throws ends the replay
     * @return seq of the last command told; {@code seq − 1} if the journal ends before it
     * @throws JournalException when there is no journal, it no longer reaches back far enough (GAP; the message names
     *     {@link #firstSeq}), or it is damaged
     * @throws RecoveryFailedException when it was made by a version with other results, the engine fails on a command,
     *     or one cannot be decoded
     */
    public static long from(final Path folder, final long seq, final ExchangeListener listener) {
        requireSeq(seq);
        final ResultTeller teller = new ResultTeller((thrower, method, number, error) -> {
            throw error;
        });
        final JournalReplay.Observer observer = (slot, number, timeNs) -> {
            if (number >= seq) {
                teller.wrap(slot, number, timeNs);
                teller.tell(listener);
            }
        };
        return Math.max(RecoveredState.replayReadOnly(folder, seq, observer), seq - 1);
    }

    /**
     * Tells a follower every result from a number on, and goes on as the journal grows, across rotations and restarts
     * of the exchange, until it is stopped. The exchange may run in another process, or not at all for a while. It does
     * not know of this call: nothing waits for it, and nothing is kept for it. The commands are carried out again on an
     * engine of its own.
     *
     * <p>A result is told once a later frame of the journal says that its command was forced, about a millisecond after
     * the last force: it is in the folder after any crash. What was written and not forced, or is torn, is not yet
     * there.
     *
     * <p>Everything happens on the calling thread. {@link Follower#restore} comes first, without a part, with the state
     * after command {@code seq − 1}; then the results, {@code replayed} up to the end of the journal as the call found
     * it; {@link Follower#onBatchEnd} where there are no more for the moment. {@code name}, {@code mark} and
     * {@code capture} are not asked.
     *
     * @param folder of the journal
     * @param seq of the first command to tell, at least {@link #firstSeq}; one that does not exist yet is waited for
     * @param follower what it throws ends the call
     * @param stop asked before each block of commands and at least once a millisecond; true ends the call, and so does
     *     an interrupt of the thread, which stays set
     * @return seq of the last command that was carried out, at least {@code seq − 1}: one behind it is where to go on
     * @throws JournalException when there is no journal, it no longer reaches back far enough, or segments were retired
     *     faster than they were read (GAP); when it is damaged, or was cut before what was told (CORRUPT)
     * @throws RecoveryFailedException when it was made by a version with other results, the engine fails on a command,
     *     or one cannot be decoded
     */
    public static long follow(final Path folder, final long seq, final Follower follower, final BooleanSupplier stop) {
        requireSeq(seq);
        return new FollowedJournal(new FileJournalStorage(), folder, seq, follower, () -> 0, stop).run();
    }

    /**
     * The same beside an exchange of this process: a result is told once the exchange has let it go, as its
     * {@code ackMode} says, without a wait for the frame that proves the force. Its end does not end the call.
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
     * The lowest seq that {@link #from} takes now: 1, or the seq behind the oldest snapshot once segments have been
     * retired. The next snapshot may raise it. Reads and checks the whole folder, as {@link #from} does.
     *
     * @param folder of the journal
     * @throws JournalException when there is no journal, or it is damaged
     */
    public static long firstSeq(final Path folder) {
        return RecoveredState.firstTellableSeq(folder);
    }
}
