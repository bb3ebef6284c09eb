package io.daybook.cluster.client;

import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.cluster.client.SnapshotFlow.Wish;
import io.daybook.cluster.state.Reply;
import io.daybook.kernel.command.CommandSlot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** The thread of a client: it takes the requests of callers, keeps the connection open, and completes futures. */
final class ClientLoop implements RequestFlow.Listener, ClusterConnection.Listener {
    private static final int QUEUE = 8_192;
    private static final long LONGEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long SHORTEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(1);

    /** The connection is dropped if nothing was answered for this long, although everything was sent again. */
    private static final long FIRST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    /** The limit of that time after repeated silence: a request that takes the leader longer is never answered. */
    private static final long LONGEST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(40);

    /** A caller's request, which runs on this thread, and fails if the thread has ended. */
    private interface Task {
        /** Carries the request out; returns false if there is no room yet. */
        boolean run();

        void fail(RuntimeException cause);
    }

    private record Waiting(long cookie, CompletableFuture<CommandResult> future) {}

    private final ArrayBlockingQueue<Task> tasks = new ArrayBlockingQueue<>(QUEUE);
    private final RequestFlow requests;
    private final QueryFlow queries = new QueryFlow();
    private final SnapshotFlow snapshots = new SnapshotFlow();
    private final ClusterConnection connection;
    private final CompletableFuture<Long> opened = new CompletableFuture<>();
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();
    /**
     * Requests for snapshots that this thread has not taken yet. Each also has a task, which runs after the earlier
     * tasks.
     */
    private final ConcurrentLinkedQueue<Wish> wished = new ConcurrentLinkedQueue<>();

    private final ArrayDeque<CompletableFuture<?>> asked = new ArrayDeque<>();
    private final Thread thread;
    private final int session;

    private volatile ExchangeState state = ExchangeState.RUNNING;
    private volatile @Nullable RuntimeException failure;
    private volatile @Nullable RuntimeException notConnected;
    private volatile long closeAtNs = Long.MAX_VALUE;
    private @Nullable Task next;
    private long heardNs;
    private long patienceNs = FIRST_PATIENCE_NS;

    private ClientLoop(
            final String ingressEndpoints,
            final String address,
            final int session,
            final long openNumber,
            final @Nullable ClusterKey key) {
        this.session = session;
        this.requests = new RequestFlow(session, openNumber, 0, this);
        this.connection = new ClusterConnection(ingressEndpoints, address, this, key);
        this.thread = new Thread(this::run, "cluster-client-" + session);
    }

    static ClientLoop start(
            final String ingressEndpoints,
            final String address,
            final int session,
            final long openNumber,
            final @Nullable ClusterKey key) {
        final ClientLoop loop = new ClientLoop(ingressEndpoints, address, session, openNumber, key);
        loop.thread.setDaemon(true);
        loop.thread.start();
        return loop;
    }

    /** Completes with the last request that was carried out when the session was opened. */
    CompletableFuture<Long> opened() {
        return opened;
    }

    /** Returns why there is no connection; {@code otherwise} if that is unknown. */
    Throwable whyNotConnected(final Throwable otherwise) {
        final RuntimeException known = notConnected;
        return known == null ? otherwise : known;
    }

    ExchangeState state() {
        return state;
    }

    void submit(final CommandSlot command, final CompletableFuture<CommandResult> future) {
        put(new Task() {
            @Override
            public boolean run() {
                if (!requests.hasRoom()) {
                    return false;
                }
                waiting.put(requests.submit(command), new Waiting(command.cookie(), future));
                return true;
            }

            @Override
            public void fail(final RuntimeException cause) {
                future.completeExceptionally(cause);
            }
        });
    }

    <R> void query(final byte[] block, final CompletableFuture<R> future) {
        put(new Task() {
            @Override
            public boolean run() {
                asked.removeIf(CompletableFuture::isDone);
                asked.add(future);
                queries.submit(block, (report, refusal) -> {
                    if (report == null) {
                        future.completeExceptionally(new QueryRefusedException(
                                ResultCode.UNSUPPORTED_COMMAND, "the cluster refused the query: " + refusal));
                    } else {
                        complete(future, report);
                    }
                });
                return true;
            }

            @Override
            public void fail(final RuntimeException cause) {
                future.completeExceptionally(cause);
            }
        });
    }

    @SuppressWarnings("unchecked") // the type of a query determines its report
    private static <R> void complete(final CompletableFuture<R> future, final Object report) {
        future.complete((R) report);
    }

    /** Never waits: a request without room is refused at once. */
    void requestSnapshot(final CompletableFuture<Boolean> future) {
        requireRunning();
        if (!snapshots.admit()) {
            future.completeExceptionally(new IllegalStateException("this client has requested " + SnapshotFlow.MOST
                    + " snapshots already, and none is answered: wait for one before requesting the next"));
            return;
        }
        final Wish wish = new Wish(future, System.nanoTime());
        wished.add(wish);
        final boolean hasRoom = tasks.offer(new Task() {
            @Override
            public boolean run() {
                takeWishes();
                wish.due();
                return true;
            }

            @Override
            public void fail(final RuntimeException cause) {
                wish.fail(cause);
            }
        });
        if (!hasRoom) {
            wish.fail(new IllegalStateException(
                    "no snapshot was requested, because " + QUEUE + " commands and queries of this client wait for room"
                            + " before it: see 'daybook cluster status', and request the snapshot again"));
        }
        if (hasEnded()) {
            failTasks(endedBy()); // the thread ended between the check and the offer, and did not see the task
        }
    }

    /** Takes requests for snapshots, so that they can time out even while earlier commands wait for room. */
    private void takeWishes() {
        for (Wish wish = wished.poll(); wish != null; wish = wished.poll()) {
            snapshots.submit(wish);
        }
    }

    private void put(final Task task) {
        requireRunning();
        try {
            if (Thread.currentThread() == thread) {
                if (!tasks.offer(task)) {
                    throw new IllegalStateException(
                            "the client's thread would wait for itself: send fewer commands from actions of futures");
                }
            } else {
                while (!tasks.offer(task, 100, TimeUnit.MILLISECONDS)) {
                    requireRunning();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExchangeClosedException("interrupted while the client was full; nothing was sent", e);
        }
        if (hasEnded()) {
            failTasks(endedBy()); // the thread ended between the check and the offer, and did not see the task
        }
    }

    private void requireRunning() {
        if (state != ExchangeState.RUNNING) {
            throw endedBy();
        }
    }

    private boolean hasEnded() {
        return state == ExchangeState.CLOSED || state == ExchangeState.FAILED;
    }

    /** Moves to another state, unless the client has ended: its end is final. */
    private synchronized void move(final ExchangeState to) {
        if (!hasEnded()) {
            state = to;
        }
    }

    private ExchangeClosedException endedBy() {
        final RuntimeException cause = failure;
        return cause == null
                ? new ExchangeClosedException("the client is closed")
                : new ExchangeClosedException("the client has failed: " + cause.getMessage(), cause);
    }

    private void run() {
        final IdleStrategy idle = new BackoffIdleStrategy(100, 20, SHORTEST_PARK_NS, LONGEST_PARK_NS);
        try {
            heardNs = System.nanoTime();
            while (failure == null && !isDone()) {
                final long nowNs = System.nanoTime();
                int work = connection.poll(nowNs);
                notConnected = connection.lastFailure();
                work += runTasks();
                work += requests.poll(nowNs, connection::send);
                work += queries.poll(nowNs, connection::send);
                takeWishes();
                work += snapshots.poll(nowNs, connection::requestSnapshot);
                checkSilence(nowNs);
                idle.idle(work);
            }
        } catch (RuntimeException | Error e) {
            failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
        } finally {
            end();
        }
    }

    /**
     * Reconnects after a long silence. A connection may appear intact and deliver nothing: Aeron ignores messages of a
     * connection or term that the leader does not have, and drops replies that cannot be sent.
     */
    private void checkSilence(final long nowNs) {
        if (requests.isOpen() && requests.unanswered() == 0 && unansweredQuestions() == 0) {
            heardNs = nowNs;
        } else if (nowNs - heardNs > patienceNs) {
            heardNs = nowNs;
            patienceNs = Math.min(2 * patienceNs, LONGEST_PATIENCE_NS);
            connection.reconnect(nowNs);
        }
    }

    private int unansweredQuestions() {
        return queries.unanswered() + snapshots.unanswered();
    }

    private boolean isDone() {
        if (state != ExchangeState.CLOSING) {
            return false;
        }
        final boolean isEmpty = next == null && tasks.isEmpty() && waiting.isEmpty() && unansweredQuestions() == 0;
        if (!isEmpty && System.nanoTime() - closeAtNs > 0) {
            failure = new ExchangeClosedException("some requests were not answered in time; their outcome is unknown");
        }
        return isEmpty;
    }

    private int runTasks() {
        int count = 0;
        for (Task task = next == null ? tasks.poll() : next; task != null; task = tasks.poll()) {
            next = task;
            if (!task.run()) {
                return count;
            }
            next = null;
            count++;
        }
        return count;
    }

    private void end() {
        connection.close();
        final RuntimeException cause = failure;
        move(cause == null ? ExchangeState.CLOSED : ExchangeState.FAILED);
        final RuntimeException why = cause == null ? endedBy() : cause;
        opened.completeExceptionally(why);
        final List<CompletableFuture<?>> left = new ArrayList<>(asked);
        waiting.values().forEach(one -> left.add(one.future));
        takeWishes();
        left.addAll(snapshots.open());
        left.forEach(future -> future.completeExceptionally(why));
        failTasks(why);
    }

    private void failTasks(final RuntimeException why) {
        final Task first = next;
        if (first != null) {
            first.fail(why);
        }
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.fail(why);
        }
    }

    @Override
    public void onConnected() {
        final long nowNs = System.nanoTime();
        heardNs = nowNs;
        requests.onConnected(nowNs);
        queries.onConnected(nowNs);
        snapshots.onConnected();
    }

    @Override
    public void onSnapshotAnswer(final long number, final SnapshotFlow.Answer answer) {
        final long nowNs = heard();
        snapshots.onAnswer(number, answer, nowNs);
    }

    @Override
    public void onReply(final Reply reply) {
        final long nowNs = heard();
        if (reply.session() == session) {
            requests.onReply(reply, nowNs);
        } else {
            queries.onReply(reply, nowNs);
        }
    }

    private long heard() {
        final long nowNs = System.nanoTime();
        heardNs = nowNs;
        patienceNs = FIRST_PATIENCE_NS;
        return nowNs;
    }

    @Override
    public void onOpened(final long epoch, final long last) {
        opened.complete(last);
    }

    @Override
    public void onResult(final long request, final ResultView result) {
        final Waiting one = waiting.remove(request);
        if (one != null) {
            one.future.complete(withCookie(result.toResult(), one.cookie));
        }
    }

    /** Returns the result with the caller's cookie; in the log the cookie is the request. */
    private static CommandResult withCookie(final CommandResult result, final long cookie) {
        return new CommandResult(
                result.seq(),
                result.type(),
                result.code(),
                cookie,
                result.timestampNs(),
                result.uid(),
                result.symbol(),
                result.orderId(),
                result.remaining(),
                result.events(),
                result.more());
    }

    @Override
    public void onForgotten(final long request) {
        final Waiting one = waiting.remove(request);
        if (one != null) {
            one.future.completeExceptionally(new ResultForgottenException(session, request));
        }
    }

    @Override
    public void onLost(final RuntimeException cause) {
        failure = cause;
    }

    /**
     * Finishes accepted commands within a time limit, and waits for the end; on the client's own thread it only
     * requests the end.
     */
    void close(final long timeoutMs) {
        closeAtNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        move(ExchangeState.CLOSING);
        try {
            awaitEnd(Duration.ofMillis(timeoutMs + 5_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends without waiting for answers. */
    void abandon() {
        close(0);
    }

    boolean awaitEnd(final Duration timeout) throws InterruptedException {
        if (Thread.currentThread() != thread) {
            thread.join(timeout.toMillis());
        }
        return !thread.isAlive();
    }
}
