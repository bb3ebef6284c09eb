package io.daybook.cluster.client;

import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Query;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.RecoverySummary;
import io.daybook.api.ResultCode;
import io.daybook.api.RetentionMarks;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Subscription;
import io.daybook.api.UserReportQuery;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.wire.OrderNumbers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that runs on a cluster: the safe door, over one session. A future completes when a majority of the nodes
 * has the command and one has carried it out. This holds after a change of leader too, without any action of the
 * caller.
 *
 * <p>Features that need the engine in this process are refused with {@link UnsupportedOperationException}: the fast
 * door, listeners, followers, own stamps, retention marks, metrics and configuration; own reports and subscriptions
 * with {@link QueryRefusedException}.
 *
 * <p>A future fails with {@link ResultForgottenException} if the command was carried out and its result is no longer
 * kept, with {@link SessionLostException} if another client opened the session, with {@link HistoryLostException} if
 * the cluster lost commands that it had answered. In the last two cases the outcome of the command is unknown, and the
 * exchange has failed. Futures are completed on this client's thread: an action that waits there for another future
 * waits forever.
 *
 * <p>Any thread may use it, except in those actions.
 */
public final class ClusterExchange implements Exchange {
    private static final long CLOSE_TIMEOUT_MS = 10_000;

    private final ClientLoop loop;
    private RecoverySummary recovery = RecoverySummary.NONE;

    private ClusterExchange(final ClientLoop loop) {
        this.loop = loop;
    }

    /** Connects to a cluster without keys. */
    public static ClusterExchange connect(
            final String ingressEndpoints, final String address, final int session, final Duration timeout)
            throws InterruptedException {
        return connect(ingressEndpoints, address, session, null, timeout);
    }

    /**
     * Connects and opens a session; an earlier client of the session loses it.
     *
     * @param ingressEndpoints the members, as {@code 0=host:port,1=host:port,2=host:port}
     * @param address the address at which the nodes reach this machine; 127.0.0.1 if they run on it
     * @param session 1 to {@link OrderNumbers#MAX_SESSION}; each client needs its own
     * @param key the key of this client; null if the cluster has no keys
     * @param timeout how long this may wait for a leader
     * @throws ExchangeClosedException if no leader answers in time, or the cluster refuses the session
     */
    public static ClusterExchange connect(
            final String ingressEndpoints,
            final String address,
            final int session,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        final long start = System.nanoTime();
        final long openNumber = 1 + new SecureRandom().nextLong(OrderNumbers.MAX_REQUEST);
        final ClusterExchange exchange =
                new ClusterExchange(ClientLoop.start(ingressEndpoints, address, session, openNumber, key));
        boolean isOpen = false;
        try {
            exchange.loop.opened().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            final long seq = exchange.seq(timeout);
            exchange.recovery = new RecoverySummary(false, seq, 0, 0, 0, List.of(), System.nanoTime() - start);
            isOpen = true;
            return exchange;
        } catch (TimeoutException e) {
            throw new ExchangeClosedException(
                    "no leader of the cluster answered within " + timeout.toMillis() + " ms at " + ingressEndpoints
                            + ": start two of its three nodes, and see daybook cluster status",
                    exchange.loop.whyNotConnected(e));
        } catch (ExecutionException e) {
            final Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new ExchangeClosedException(String.valueOf(cause.getMessage()), cause);
        } finally {
            if (!isOpen) {
                exchange.loop.abandon();
            }
        }
    }

    /** Returns the seq of the cluster; 0 if the key lacks the right to query. */
    private long seq(final Duration timeout) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return query(UserReportQuery.accounts(0))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .seq();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof QueryRefusedException) {
                return 0;
            }
            throw e;
        }
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie) {
        return submit(command, cookie, new byte[0]);
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie, final byte[] tag) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        slot.cookie(cookie);
        slot.tag(tag, 0, tag.length);
        requireFreeIds(slot);
        final CompletableFuture<CommandResult> future = new CompletableFuture<>();
        loop.submit(slot, future);
        return future;
    }

    /** Refuses ids that the cluster would refuse: the caller can correct them, and the session does not end. */
    private static void requireFreeIds(final CommandSlot slot) {
        require("orderId", slot.orderId());
        require("newOrderId", slot.term(io.daybook.api.Term.NEW_ORDER_ID.code()));
        require("exitOrderId", slot.term(io.daybook.api.Term.EXIT_ORDER_ID.code()));
    }

    private static void require(final String name, final long id) {
        if (id > OrderNumbers.LARGEST_FREE) {
            throw new IllegalArgumentException(
                    name + " must be at most 2^42: larger ids belong to the requests of sessions: " + name + "=" + id);
        }
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie, final long timestampNs) {
        throw unsupported("own stamps", "the leader's clock stamps each command: leave the stamp out");
    }

    @Override
    public CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        throw unsupported("own stamps", "the leader's clock stamps each command: leave the stamp out");
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final Command command, final long cookie, final byte[] tag) {
        throw unsupported("trySubmit", "use submit, whose future gives the result");
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final String follower, final Command command, final long cookie, final byte[] tag) {
        throw unsupported("a follower's door", "followers are attached to nodes: submit sends without one");
    }

    @Override
    public <R> CompletableFuture<R> query(final Query<R> query) {
        if (!ReportCodec.isEncodable(query)) {
            return CompletableFuture.failedFuture(new QueryRefusedException(
                    ResultCode.UNSUPPORTED_COMMAND,
                    query.getClass().getName() + " is code, names a listener or has an unbounded answer,"
                            + " which cannot be sent to a cluster: use the other built-in queries"));
        }
        final CompletableFuture<R> future = new CompletableFuture<>();
        loop.query(ReportCodec.encode(query), future);
        return future;
    }

    @Override
    public CompletableFuture<SnapshotReport> snapshot() {
        throw unsupported("own snapshots", "run daybook cluster snapshot");
    }

    @Override
    public Subscription addListener(final ExchangeListener listener) {
        throw unsupported("a listener", "each future has its result");
    }

    @Override
    public RetentionMarks retentionMarks() {
        throw unsupported("a retention mark", "the nodes keep the whole log");
    }

    @Override
    public CommandDoor newDoor() {
        throw unsupported("the fast door", "use submit: what arrives together goes out in one message");
    }

    @Override
    public CommandDoor newDoor(final String follower) {
        return newDoor();
    }

    @Override
    public FollowerPoller poller(final String name) {
        throw unsupported("a follower", "each future has its result");
    }

    @Override
    public ExchangeMetrics metrics() {
        throw unsupported("metrics of the exchange", "run daybook cluster status");
    }

    @Override
    public ExchangeConfig config() {
        throw unsupported("the configuration", "see the files of the nodes");
    }

    private static UnsupportedOperationException unsupported(final String what, final String wayOut) {
        return new UnsupportedOperationException("a client of a cluster does not have " + what + "; " + wayOut);
    }

    /** The seq of the cluster when this client connected; the client recovers nothing itself. */
    @Override
    public RecoverySummary recovery() {
        return recovery;
    }

    @Override
    public ExchangeState state() {
        return loop.state();
    }

    /**
     * Requests a snapshot of every node from the leader, repeatedly until the leader answers; while the leader takes
     * another snapshot, the request waits for its end. Requests are sent one after the other, after the commands that
     * this client submitted before them.
     *
     * @return a future that completes once the leader has begun the snapshot, before the snapshot is complete. It fails
     *     with {@link IllegalStateException} if the key of this client lacks the right, no snapshot was begun within a
     *     minute, 64 requests wait already, or earlier commands wait for room
     */
    public CompletableFuture<Boolean> requestSnapshot() {
        final CompletableFuture<Boolean> asked = new CompletableFuture<>();
        loop.requestSnapshot(asked);
        return asked;
    }

    @Override
    public void close() {
        loop.close(CLOSE_TIMEOUT_MS);
    }

    @Override
    public boolean awaitClosed(final Duration timeout) throws InterruptedException {
        return loop.awaitEnd(timeout);
    }
}
