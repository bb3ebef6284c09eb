package io.daybook.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A running exchange. All methods may be called from any thread.
 *
 * <p>There are two doors. The safe one takes immutable {@link Command}s and answers with futures; the fast one
 * ({@link #newDoor()}) fills slots of the ring without allocating and answers through the {@link ExchangeListener}.
 * Both wait while the ring is full; both refuse with {@link ExchangeClosedException} once the exchange is closing or
 * has failed, and commands with {@link NoSpaceException} while the disk has no room for the next segment of the
 * journal.
 *
 * <p>On the exchange's own threads (inside listener callbacks and actions of its futures) a call that would have to
 * wait for that same thread throws {@link IllegalStateException} instead of deadlocking.
 */
public interface Exchange extends AutoCloseable {

    /** Sends a command, stamped with the clock, with cookie 0. */
    default CompletableFuture<CommandResult> submit(final Command command) {
        return submit(command, 0);
    }

    /**
     * Sends a command with a cookie of the sender's own, echoed in the result.
     *
     * @throws IllegalArgumentException where the payload of a bulk command is larger than 256 KiB
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException when the exchange is not running; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie);

    /**
     * Sends a command with a stamp of the sender's own.
     *
     * @param cookie echoed in the result
     * @param timestampNs ns since the epoch; the command's time is the larger of it and the time of the command before.
     *     Stamps are trusted: one from the future is the time of all commands until the clock has caught up, across
     *     restarts too, and ends orders that expire until then. So they are the host's, never a client's
     * @throws IllegalArgumentException when it is more than {@link Limits#MAX_STAMP_LEAD_NS} beyond both the clock and
     *     the time of the command before; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie, long timestampNs);

    /**
     * Sends a command with a tag: bytes of the sender's own, journaled with the command, which listeners and
     * {@link ResultView} give back. It is never interpreted, and part of no state.
     *
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @throws IllegalArgumentException when it is longer; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie, byte[] tag);

    /** Sends a command with a stamp and a tag of the sender's own; see the other forms. */
    CompletableFuture<CommandResult> submit(Command command, long cookie, long timestampNs, byte[] tag);

    /**
     * Sends a command, stamped with the clock, unless it would have to wait: for threads that must not stand still.
     *
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @return empty where the ring is full; nothing was sent
     * @throws IllegalArgumentException when the tag or the payload is too long, or an id is kept for others
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException when the exchange is not running; nothing was sent
     */
    Optional<CompletableFuture<CommandResult>> trySubmit(Command command, long cookie, byte[] tag);

    /**
     * Sends a command, stamped with the clock, unless it would have to wait: for the door of a follower that must not
     * stand still. Such a door may use ids of orders and cookies above 2^42, as {@link #newDoor(String)} says.
     *
     * @param follower name of one that is attached
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @return empty where the ring is full; nothing was sent
     * @throws IllegalArgumentException when no follower of that name is attached, or the tag or the payload is too long
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException when the exchange is not running; nothing was sent
     */
    Optional<CompletableFuture<CommandResult>> trySubmit(String follower, Command command, long cookie, byte[] tag);

    /**
     * Asks a question in the order of the commands. Where the ring is full, queries come before the commands that wait
     * for room.
     *
     * @return its report; fails with {@link QueryRefusedException} where a {@link CustomQuery} is not registered, and
     *     with {@link java.util.concurrent.TimeoutException} where the ring stays full for
     *     {@link ExchangeConfig#queryTimeoutMs()}
     */
    <R> CompletableFuture<R> query(Query<R> query);

    /**
     * Sends a {@link PersistSnapshot} and follows it to the disk. While a snapshot is being written another request
     * joins it.
     *
     * @return what was written, once it is there for good; without a journal a report of nothing. Fails with
     *     {@link SnapshotFailedException} when it was not completed, which affects nothing else
     */
    CompletableFuture<SnapshotReport> snapshot();

    /**
     * Adds a listener while the exchange runs. It hears every command that is sent after this call has returned, and
     * may hear earlier ones that are not delivered yet: from some command on all, in order, each as a whole. Listeners
     * are told one after the other, in the order in which they came, on the delivery thread, whichever thread added
     * them; inside a callback too, from the next command on.
     *
     * @return ends it; until then the listener also hears how the exchange ends
     * @throws IllegalArgumentException where it listens already
     * @throws ExchangeClosedException when the exchange has ended
     */
    Subscription addListener(ExchangeListener listener);

    /** For whom the journal is kept, and from which seq on; without a journal there are none. */
    RetentionMarks retentionMarks();

    /** A fast door for one thread at a time; give each thread a door of its own. */
    CommandDoor newDoor();

    /**
     * The same for whoever has attached a follower: where a folder has a gateway or a server, the ids of orders and
     * cookies above 2^42 are kept for their doors, and every other door refuses them with an
     * {@link IllegalArgumentException}.
     *
     * @param follower name of one that is attached
     * @throws IllegalArgumentException when none of that name is
     */
    CommandDoor newDoor(String follower);

    /**
     * What polls a follower that was attached to be polled; see {@link Attachment#wakeUp}.
     *
     * @throws IllegalArgumentException when no such follower was attached
     */
    FollowerPoller poller(String name);

    /** What this exchange has done so far. */
    ExchangeMetrics metrics();

    /** The configuration that it runs with; {@link ExchangeConfig#describe()} prints it. */
    ExchangeConfig config();

    /** What this exchange recovered when it started. */
    RecoverySummary recovery();

    /**
     * With {@link ExchangeConfig#automaticTicks()}: completes once nothing is left that was due before the start:
     * orders whose {@code expireAt} had come, and acts that a command had left over. With {@link Topology#INLINE} that
     * takes commands of the caller's. Followers that are polled must be polled meanwhile. Without automatic ticks it is
     * complete.
     *
     * @return how many orders have ended by their time until then; fails where the exchange ends first
     */
    default CompletableFuture<Integer> overdueEnded() {
        return CompletableFuture.completedFuture(0);
    }

    /** Where this exchange is in its life. */
    ExchangeState state();

    /**
     * Accepts nothing more, finishes what was accepted, and releases threads and files. Idempotent. Called on a thread
     * of the exchange it only requests that; {@link #awaitClosed} waits elsewhere. What is not finished within
     * {@link ExchangeConfig#closeTimeoutMs()} (a listener does not return, a disk does not answer, a claimed slot is
     * never published) fails the exchange instead.
     */
    @Override
    void close();

    /**
     * Waits until everything has ended.
     *
     * @return whether it has, within the time
     */
    boolean awaitClosed(Duration timeout) throws InterruptedException;
}
