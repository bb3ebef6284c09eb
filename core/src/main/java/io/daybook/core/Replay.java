package io.daybook.core;

import io.daybook.api.ExchangeListener;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.listener.ResultTeller;
import io.daybook.core.recovery.JournalReplay;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.journal.JournalException;
import java.nio.file.Path;

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
        if (seq < 1) {
            throw new IllegalArgumentException("seq must be at least 1: seq=" + seq);
        }
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
