package io.daybook.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A running exchange. All methods may be called from any thread.
 *
 * <p>There are two doors. The safe one takes immutable {@link Command}s and returns futures; the fast one
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
     * @throws IllegalArgumentException if the payload of a bulk command is larger than 256 KiB
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException if the exchange is not running; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie);

    /**
     * Sends a command with a stamp of the sender's own.
     *
     * @param cookie echoed in the result
     * @param timestampNs ns since the epoch; the command's time is the larger of this stamp and the time of the command
     *     before. Stamps are trusted: a stamp from the future is the time of all commands until the clock has caught
     *     up, across restarts too, and ends orders that expire until then. So the host sets stamps, never a client
     * @throws IllegalArgumentException if the stamp is more than {@link Limits#MAX_STAMP_LEAD_NS} ahead of both the
     *     clock and the time of the command before; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie, long timestampNs);

    /**
     * Sends a command with a tag: bytes of the sender's own, journaled with the command, which {@link ResultView}
     * returns to listeners. The tag is never interpreted, and is not part of the state.
     *
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @throws IllegalArgumentException if the tag is longer; nothing was sent
     */
    CompletableFuture<CommandResult> submit(Command command, long cookie, byte[] tag);

    /** Sends a command with a stamp and a tag of the sender's own; see the other overloads. */
    CompletableFuture<CommandResult> submit(Command command, long cookie, long timestampNs, byte[] tag);

    /**
     * Sends a command, stamped with the clock, unless it would have to wait: for threads that must not block.
     *
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @return empty if the ring is full; nothing was sent
     * @throws IllegalArgumentException if the tag or the payload is too long, or an id is reserved for other doors
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException if the exchange is not running; nothing was sent
     */
    Optional<CompletableFuture<CommandResult>> trySubmit(Command command, long cookie, byte[] tag);

    /**
     * Sends a command, stamped with the clock, unless it would have to wait: for the door of a follower that must not
     * block. Such a door may use ids of orders and cookies above 2^42, see {@link #newDoor(String)}.
     *
     * @param follower name of an attached follower
     * @param cookie echoed in the result
     * @param tag at most {@link Limits#MAX_TAG_BYTES} bytes, copied; empty for none
     * @return empty if the ring is full; nothing was sent
     * @throws IllegalArgumentException if no follower of that name is attached, or the tag or the payload is too long
     * @throws NoSpaceException while the disk is full; nothing was sent
     * @throws ExchangeClosedException if the exchange is not running; nothing was sent
     */
    Optional<CompletableFuture<CommandResult>> trySubmit(String follower, Command command, long cookie, byte[] tag);

    /**
     * Sends a query, which is answered in the order of the commands. When the ring is full, queries go before commands
     * that wait for room.
     *
     * @return a future of the report; it fails with {@link QueryRefusedException} if a {@link CustomQuery} is not
     *     registered, and with {@link java.util.concurrent.TimeoutException} if the ring stays full for
     *     {@link ExchangeConfig#queryTimeoutMs()}
     */
    <R> CompletableFuture<R> query(Query<R> query);

    /**
     * Sends a {@link PersistSnapshot}; the future completes when the snapshot is on the disk. While a snapshot is being
     * written, another request joins it.
     *
     * @return a report of the snapshot, once it is durable; an empty one without a journal. Fails with
     *     {@link SnapshotFailedException} if it was not completed, which affects nothing else
     */
    CompletableFuture<SnapshotReport> snapshot();

    /**
     * Adds a listener while the exchange runs. It receives every command that is sent after this call has returned, and
     * perhaps earlier ones that are not delivered yet. From its first command on it misses none, and receives each as a
     * whole, in order. The delivery thread calls listeners one after the other, in the order in which they were added,
     * whichever thread added them; a listener that is added inside a callback begins with the next command.
     *
     * @return the subscription; until it is closed the listener also receives the end of the exchange
     * @throws IllegalArgumentException if the listener is already registered
     * @throws ExchangeClosedException if the exchange has ended
     */
    Subscription addListener(ExchangeListener listener);

    /** The marks that keep the journal, each from a seq on; none without a journal. */
    RetentionMarks retentionMarks();

    /** A fast door for one thread at a time; give each thread a door of its own. */
    CommandDoor newDoor();

    /**
     * A fast door for the owner of an attached follower. In a folder with a gateway or a server, the ids of orders and
     * cookies above 2^42 are reserved for such doors, and every other door refuses them with an
     * {@link IllegalArgumentException}.
     *
     * @param follower name of an attached follower
     * @throws IllegalArgumentException if no follower of that name is attached
     */
    CommandDoor newDoor(String follower);

    /**
     * The poller of a follower that was attached to be polled; see {@link Attachment#wakeUp}.
     *
     * @throws IllegalArgumentException if no such follower was attached
     */
    FollowerPoller poller(String name);

    /**
     * A view of the orders that rest in the book of a symbol; only for an exchange without threads
     * ({@link Topology#INLINE}).
     *
     * @throws IllegalArgumentException if there is no such symbol
     * @throws UnsupportedOperationException if the exchange has threads or is remote, which answer queries instead
     */
    default RestingOrders restingOrders(final int symbol) {
        throw new UnsupportedOperationException(
                "restingOrders needs an INLINE exchange: topology=" + config().topology());
    }

    /** The metrics of this exchange since its start. */
    ExchangeMetrics metrics();

    /** The configuration of this exchange; {@link ExchangeConfig#describe()} prints it. */
    ExchangeConfig config();

    /** The summary of the recovery when this exchange started. */
    RecoverySummary recovery();

    /**
     * Returns a future that completes once all work that was due before the start is done, if the exchange has
     * {@link ExchangeConfig#automaticTicks()}: orders whose {@code expireAt} had passed have ended, and acts that a
     * command had left over are carried out. With {@link Topology#INLINE} that only happens as the caller sends
     * commands. Followers that are polled must be polled meanwhile. Without automatic ticks the future is complete.
     *
     * @return a future of the number of orders that have expired by then; it fails if the exchange ends first
     */
    default CompletableFuture<Integer> overdueEnded() {
        return CompletableFuture.completedFuture(0);
    }

    /** The state of an exchange. */
    ExchangeState state();

    /**
     * Accepts nothing more, finishes what was accepted, and releases threads and files. Idempotent. On a thread of the
     * exchange this only requests the end; {@link #awaitClosed}, on another thread, waits for it. Work that is not
     * finished within {@link ExchangeConfig#closeTimeoutMs()} (a listener does not return, a disk does not answer, a
     * claimed slot is never published) fails the exchange instead.
     */
    @Override
    void close();

    /**
     * Waits until everything has ended.
     *
     * @return whether it has ended in time
     */
    boolean awaitClosed(Duration timeout) throws InterruptedException;
}
