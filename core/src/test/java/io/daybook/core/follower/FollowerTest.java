package io.daybook.core.follower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Follower;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.FollowerPart;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.api.RetentionMark;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateView;
import io.daybook.api.Topology;
import io.daybook.api.TotalsReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalFollowers;
import io.daybook.journal.access.JournalReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Proves("a follower receives each result once, whatever it does and whenever it starts")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FollowerTest {
    private static final long SEED = Long.getLong("daybook.seed", 1);

    /** Small, so that slots are used again and again. */
    private static final int RING_SIZE = 64;

    /** Longer than a busy machine can keep a healthy follower waiting for a processor. */
    private static final int HANGING_MS = 1_000;

    /**
     * If a follower hangs, a close takes this whole time; the other threads end within it, or within ten times as much.
     */
    private static final int CLOSE_MS = 1_500;

    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final RandomMarket market = new RandomMarket(SEED);
    private boolean isOpen;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    static List<Topology> threaded() {
        return List.of(Topology.FUSED, Topology.pipelined(2));
    }

    private DaybookExchange.Builder builder(final Topology topology) {
        return DaybookExchange.builder()
                .topology(topology)
                .ringSize(RING_SIZE)
                .eventRingSize(RING_SIZE)
                .journal(folder);
    }

    private Exchange start(final Topology topology, final Follower... followers) {
        final DaybookExchange.Builder builder = builder(topology);
        for (final Follower follower : followers) {
            builder.attach(follower, OnFailure.HALT);
        }
        return builder.start();
    }

    private void trade(final Exchange exchange, final int commands) {
        final List<Command> all = new ArrayList<>(isOpen ? List.of() : market.opening());
        isOpen = true;
        all.addAll(market.trading(commands));
        CompletableFuture<?> last = null;
        for (final Command command : all) {
            last = exchange.submit(command, command.hashCode(), new byte[Math.floorMod(command.hashCode(), 5)]);
        }
        if (last != null) {
            last.join();
        }
    }

    private List<ByteBuffer> replayed(final long fromSeq) {
        final List<ByteBuffer> results = new ArrayList<>();
        Replay.from(folder, fromSeq, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
                ResultEncoder.encode(result, bytes, 0);
                results.add(ByteBuffer.wrap(bytes));
            }
        });
        return results;
    }

    private void assertHeardAll(final RecordingFollower follower) {
        assertEquals(replayed(follower.firstSeq()), follower.heard(), () -> "seed=" + SEED + " " + follower.name());
    }

    private long lastSeq() {
        return JournalReader.open(folder).stat().lastSeq();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHearEachResultOnceAcrossRestarts(final Topology topology) {
        RecordingFollower follower = null;
        for (int life = 0; life < 4; life++) {
            follower = new RecordingFollower("history");
            final RecordingFollower other = new RecordingFollower("other");
            try (Exchange exchange = start(topology, follower, other)) {
                trade(exchange, 300);
                if (life % 2 == 1) {
                    exchange.snapshot().join();
                    trade(exchange, 200);
                }
            }
            assertEquals(life >= 2, follower.hadPart());
            assertEquals(1, follower.firstSeq());
            assertEquals(lastSeq(), follower.seq());
            assertHeardAll(follower);
            assertHeardAll(other);
        }
    }

    /** Keeps its state in a store, up to the last batch. */
    private static final class StoringFollower extends RecordingFollower {
        private final List<ByteBuffer> store;

        StoringFollower(final List<ByteBuffer> store) {
            super("store");
            this.store = store;
        }

        @Override
        public long mark() {
            return store.size() + 1L;
        }

        @Override
        public @Nullable FollowerPart capture() {
            return null;
        }

        @Override
        public void onBatchEnd() {
            if (store.size() < 1_000) { // as if the process died before the rest was stored
                store.addAll(heard().subList(store.size() + 1 - (int) firstSeq(), heard().size()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWhereItsStoreSays(final Topology topology) {
        final List<ByteBuffer> store = new ArrayList<>();
        for (int life = 0; life < 3; life++) {
            final long stored = store.size();
            final StoringFollower follower = new StoringFollower(store);
            try (Exchange exchange = start(topology, follower)) {
                assertEquals(stored + 1, follower.firstSeq());
                trade(exchange, 500);
                exchange.snapshot().join();
                trade(exchange, 100);
            }
            assertEquals(lastSeq(), follower.seq());
            assertHeardAll(follower);
        }
        assertEquals(replayed(1).subList(0, store.size()), store);
    }

    @Test
    void shouldRefuseAStoreThatIsAheadOfTheJournal() {
        try (Exchange exchange = start(Topology.INLINE)) {
            trade(exchange, 100);
        }
        final RecordingFollower ahead = new RecordingFollower("ahead") {
            @Override
            public long mark() {
                return 1_000_000;
            }
        };
        final JournalException refused = assertThrows(JournalException.class, () -> start(Topology.INLINE, ahead));
        assertEquals(JournalException.Reason.GAP, refused.reason());
        assertTrue(refused.getMessage().contains("follower ahead is ahead of the journal"));
        assertEquals(-1, ahead.seq());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeginFromTheOrdersThatRestWhereItIsNew(final Topology topology) {
        try (Exchange exchange = start(topology)) {
            trade(exchange, 700);
        }
        final List<RestingOrder> orders = new ArrayList<>();
        final List<Long> users = new ArrayList<>();
        final RecordingFollower follower = new RecordingFollower("late") {
            @Override
            public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
                super.restore(part, atSeq, state);
                assertNull(part);
                state.forEachOrder(orders::add);
                state.forEachUser(users::add);
                assertEquals(state.symbols().size(), booksOf(state));
            }

            private int booksOf(final StateView state) {
                final int[] books = {0};
                state.forEachBook(book -> books[0]++);
                return books[0];
            }
        };
        final long last = lastSeq();
        final long resting;
        try (Exchange exchange = start(topology, follower)) {
            assertEquals(last, follower.seq(), "no earlier result must be passed on");
            resting = exchange.query(new TotalsReportQuery()).join().symbols().stream()
                    .mapToLong(symbol -> symbol.orders())
                    .sum();
            trade(exchange, 100);
        }
        assertTrue(resting > 0);
        assertEquals(resting, orders.size());
        assertFalse(users.isEmpty());
        assertEquals(last + 1, follower.firstSeq());
        assertHeardAll(follower);
    }

    /** Waits until the only follower of a folder holds a number of commands, which are counted after each snapshot. */
    private static RetentionMark held(final Exchange exchange, final long seqs) {
        RetentionMark held = null;
        while (held == null || held.heldSeqs() != seqs) {
            final List<RetentionMark> marks = exchange.metrics().followerMarks();
            assertEquals(1, marks.size());
            held = marks.get(0);
            LockSupport.parkNanos(LOOK_NS);
        }
        return held;
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHearAfterwardsWhatCameWhileItWasAway(final Topology topology) {
        final long partSeq;
        long newestSeq = 0;
        try (Exchange exchange = start(topology, new RecordingFollower("away"))) {
            trade(exchange, 300);
            partSeq = exchange.snapshot().join().seq();
            trade(exchange, 100);
        }
        try (Exchange exchange =
                builder(topology).snapshots(SnapshotConfig.DEFAULT.keep(1)).start()) {
            for (int i = 0; i < 4; i++) {
                trade(exchange, 100);
                newestSeq = exchange.snapshot().join().seq();
            }
            final RetentionMark held = held(exchange, newestSeq - partSeq);
            assertEquals("away", held.name());
            assertEquals(partSeq + 1, held.fromSeq());
            assertTrue(held.heldBytes() > 0, held::toString);
        }
        final RecordingFollower back = new RecordingFollower("away");
        try (Exchange exchange = start(topology, back)) {
            final String note = "follower away keeps what is needed from seq " + (partSeq + 1) + " on: "
                    + (newestSeq - partSeq) + " commands, ";
            assertTrue(
                    exchange.recovery().notes().get(0).startsWith(note),
                    exchange.recovery().notes().toString());
            assertTrue(back.hadPart(), "the snapshot with its part was kept for it");
            trade(exchange, 100);
        }
        assertEquals(1, back.firstSeq());
        assertHeardAll(back);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeginAnewWhenItWasForgotten(final Topology topology) {
        try (Exchange exchange = start(topology, new RecordingFollower("gone"))) {
            trade(exchange, 300);
            exchange.snapshot().join();
        }
        final FileJournalStorage storage = new FileJournalStorage();
        assertEquals(1, JournalFollowers.list(storage, folder).size());
        assertTrue(JournalFollowers.forget(storage, folder, "gone"));
        assertFalse(JournalFollowers.forget(storage, folder, "gone"));
        final long last = lastSeq();
        final RecordingFollower anew = new RecordingFollower("gone");
        try (Exchange exchange = start(topology, anew)) {
            assertFalse(anew.hadPart(), "the part belongs to another registration");
            trade(exchange, 100);
        }
        assertEquals(last + 1, anew.firstSeq());
        final RecordingFollower again = new RecordingFollower("gone");
        start(topology, again).close();
        assertFalse(again.hadPart(), "a part from before its registration belongs to another one");
        assertEquals(last + 1, again.firstSeq());
    }

    private static RecordingFollower throwingAt(final String name, final long seq) {
        return new RecordingFollower(name) {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                if (result.seq() == seq) {
                    throw new IllegalArgumentException("a bug of the follower at seq " + seq);
                }
                super.onResult(result, replayed);
            }
        };
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseTheStartByNameWhereOneThrowsInTheRecovery(final Topology topology) {
        try (Exchange exchange = start(topology, new RecordingFollower("weak"))) {
            trade(exchange, 100);
        }
        final RecoveryFailedException refused =
                assertThrows(RecoveryFailedException.class, () -> start(topology, throwingAt("weak", 50)));
        assertEquals(50, refused.seq());
        assertTrue(refused.getMessage().contains("follower weak failed in the recovery, at seq 50"));
        start(topology, new RecordingFollower("weak")).close();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHaltWithAFollowerThatThrows(final Topology topology) throws Exception {
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final Exchange exchange = builder(topology)
                .attach(throwingAt("strict", 150), OnFailure.HALT)
                .listener(new ExchangeListener() {
                    @Override
                    public void onFatal(final Throwable cause) {
                        fatal.set(cause);
                    }
                })
                .start();
        assertThrows(RuntimeException.class, () -> {
            trade(exchange, 400);
            exchange.awaitClosed(Duration.ofSeconds(60));
            exchange.submit(new Nop());
        });
        assertTrue(exchange.awaitClosed(Duration.ofSeconds(60)));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertTrue(fatal.get().getMessage().contains("follower strict failed at seq 150"), fatal.get()::toString);
        final RecordingFollower mended = new RecordingFollower("strict");
        start(topology, mended).close();
        assertEquals(lastSeq(), mended.seq());
        assertHeardAll(mended);
    }

    /** Records which follower was detached, and why. */
    private static final class Detached implements ExchangeListener {
        private final CompletableFuture<String> name = new CompletableFuture<>();

        @Override
        public void onDetached(final String follower, final Throwable cause) {
            name.complete(follower + ": " + cause.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWithoutAFollowerThatThrowsAndIsDetached(final Topology topology) throws Exception {
        final Detached detached = new Detached();
        final RecordingFollower other = new RecordingFollower("other");
        try (Exchange exchange = builder(topology)
                .attach(throwingAt("weak", 150), OnFailure.DETACH)
                .attach(other, OnFailure.HALT)
                .listener(detached)
                .start()) {
            trade(exchange, 400);
            assertTrue(detached.name.get(60, TimeUnit.SECONDS).startsWith("weak: follower weak failed at seq 150"));
            exchange.snapshot().join();
            final FollowerMetrics metrics = exchange.metrics().followers().get(0);
            assertEquals("weak", metrics.name());
            assertFalse(metrics.attached());
        }
        assertHeardAll(other);
        final RecordingFollower mended = new RecordingFollower("weak");
        start(topology, mended).close();
        assertHeardAll(mended);
        assertEquals(lastSeq(), mended.seq());
    }

    private static RecordingFollower hangingAt(final String name, final long seq, final CountDownLatch mayGoOn) {
        return new RecordingFollower(name) {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                if (result.seq() == seq) {
                    await(mayGoOn);
                }
                super.onResult(result, replayed);
            }
        };
    }

    @Tag("whole")
    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void shouldNotWaitForeverForAFollowerThatHangs(final OnFailure onFailure) throws Exception {
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final Detached detached = new Detached();
        final Exchange exchange = builder(Topology.FUSED)
                .followerTimeoutMs(HANGING_MS)
                .closeTimeoutMs(onFailure == OnFailure.DETACH ? 60_000 : 2_000) // once detached, nothing hangs
                .attach(hangingAt("stuck", 50, mayGoOn), onFailure)
                .listener(detached)
                .start();
        try {
            if (onFailure == OnFailure.DETACH) {
                trade(exchange, 500);
                assertEquals(
                        "stuck: follower stuck has held the ring full without progress for followerTimeoutMs="
                                + HANGING_MS + ","
                                + " after seq 49",
                        detached.name.get(60, TimeUnit.SECONDS));
                assertEquals(ExchangeState.RUNNING, exchange.state());
            } else {
                assertThrows(ExchangeClosedException.class, () -> trade(exchange, 500));
                assertTrue(exchange.awaitClosed(Duration.ofSeconds(60)));
            }
        } finally {
            mayGoOn.countDown();
            exchange.close();
        }
        final RecordingFollower mended = new RecordingFollower("stuck");
        start(Topology.FUSED, mended).close();
        assertHeardAll(mended);
        assertEquals(lastSeq(), mended.seq());
    }

    /** One run of an exchange in which a follower hangs. */
    private interface Hanging {
        /** Returns false if the exchange has failed, because other threads have not ended in time. */
        boolean isClosed(int closeTimeoutMs) throws Exception;
    }

    /** Runs once more with more time if a busy machine has kept other threads from a processor. */
    private void closes(final Hanging life) throws Exception {
        if (!life.isClosed(CLOSE_MS)) {
            folder = folder.resolve("again");
            assertTrue(life.isClosed(10 * CLOSE_MS), "the exchange has failed");
        }
    }

    @Test
    void shouldLeaveARestToTheNextStartWhereOneDoesNotKeepUpWithClosing() throws Exception {
        closes(this::leavesARest);
    }

    private boolean leavesARest(final int closeTimeoutMs) throws Exception {
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final Detached detached = new Detached();
        final Exchange exchange = builder(Topology.FUSED)
                .closeTimeoutMs(closeTimeoutMs)
                .attach(hangingAt("slow", 60, mayGoOn), OnFailure.HALT)
                .listener(detached)
                .start();
        while (exchange.metrics().deliveredSeq() < 62) {
            exchange.submit(new Nop()).join();
        }
        final Thread closer = new Thread(exchange::close);
        closer.start();
        assertTrue(detached.name.get(60, TimeUnit.SECONDS).contains("did not receive the last results"));
        mayGoOn.countDown();
        closer.join();
        if (exchange.state() == ExchangeState.FAILED) {
            return false;
        }
        assertEquals(ExchangeState.CLOSED, exchange.state());
        final RecordingFollower next = new RecordingFollower("slow");
        start(Topology.FUSED, next).close();
        assertHeardAll(next);
        assertEquals(lastSeq(), next.seq());
        return true;
    }

    @Test
    void shouldNotFailWithAFollowerThatThrowsAfterItWasDetachedAtTheEnd() throws Exception {
        closes(this::doesNotFailWithIt);
    }

    private boolean doesNotFailWithIt(final int closeTimeoutMs) throws Exception {
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final CompletableFuture<Void> closed = new CompletableFuture<>();
        final RecordingFollower follower = new RecordingFollower("late") {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                if (result.seq() == 60) {
                    await(mayGoOn);
                    throw new IllegalStateException("the connection is closed");
                }
                super.onResult(result, replayed);
            }
        };
        final Exchange exchange = builder(Topology.FUSED)
                .closeTimeoutMs(closeTimeoutMs)
                .attach(follower, OnFailure.HALT)
                .listener(new ExchangeListener() {
                    @Override
                    public void onDetached(final String name, final Throwable cause) {
                        mayGoOn.countDown();
                    }

                    @Override
                    public void onClosed() {
                        closed.complete(null);
                    }

                    @Override
                    public void onFatal(final Throwable cause) {
                        closed.completeExceptionally(cause);
                    }
                })
                .start();
        while (exchange.metrics().deliveredSeq() < 62) {
            exchange.submit(new Nop()).join();
        }
        exchange.close();
        mayGoOn.countDown();
        if (exchange.state() == ExchangeState.FAILED) {
            return false;
        }
        closed.get(60, TimeUnit.SECONDS);
        assertEquals(ExchangeState.CLOSED, exchange.state());
        final RecordingFollower next = new RecordingFollower("late");
        start(Topology.FUSED, next).close();
        assertHeardAll(next);
        return true;
    }

    @Tag("whole")
    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void shouldCloseWhereAFollowerHoldsTheRingFull(final OnFailure onFailure) throws Exception {
        closes(closeTimeoutMs -> closesWithAFullRing(onFailure, closeTimeoutMs));
    }

    private boolean closesWithAFullRing(final OnFailure onFailure, final int closeTimeoutMs) throws Exception {
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final Detached detached = new Detached();
        final Exchange exchange = builder(Topology.FUSED)
                .followerTimeoutMs(60_000)
                .closeTimeoutMs(closeTimeoutMs)
                .attach(hangingAt("stuck", 10, mayGoOn), onFailure)
                .listener(detached)
                .start();
        final CommandDoor door = exchange.newDoor();
        for (CancelOrderWriter cancel = door.tryCancel(); cancel != null; cancel = door.tryCancel()) {
            cancel.uid(1).symbol(1).orderId(1).publish();
        }
        return closesInSpiteOf(exchange, mayGoOn, detached);
    }

    @Tag("whole")
    @Test
    void shouldCloseWhereAFollowerHoldsTheEventsFull() throws Exception {
        closes(this::closesWithFullEvents);
    }

    private boolean closesWithFullEvents(final int closeTimeoutMs) throws Exception {
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final Detached detached = new Detached();
        final Exchange exchange = builder(Topology.FUSED)
                .ringSize(4_096)
                .followerTimeoutMs(60_000)
                .closeTimeoutMs(closeTimeoutMs)
                .attach(hangingAt("stuck", 10, mayGoOn), OnFailure.HALT)
                .listener(detached)
                .start();
        market.opening().forEach(exchange::submit);
        market.trading(2_000).forEach(exchange::submit);
        if (!closesInSpiteOf(exchange, mayGoOn, detached)) {
            return false;
        }
        assertTrue(lastSeq() > 2_000, "all commands must be carried out");
        return true;
    }

    private boolean closesInSpiteOf(final Exchange exchange, final CountDownLatch mayGoOn, final Detached detached)
            throws Exception {
        try {
            exchange.close();
            if (exchange.state() == ExchangeState.FAILED) {
                return false;
            }
            assertEquals(ExchangeState.CLOSED, exchange.state());
            assertTrue(detached.name.get(60, TimeUnit.SECONDS).startsWith("stuck: follower stuck did not receive"));
        } finally {
            mayGoOn.countDown();
        }
        final RecordingFollower next = new RecordingFollower("stuck");
        start(Topology.FUSED, next).close();
        assertHeardAll(next);
        assertEquals(lastSeq(), next.seq());
        return true;
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("threaded")
    void shouldRunOnTheThreadThatPolls(final Topology topology) throws Exception {
        final RecordingFollower follower = new RecordingFollower("polled");
        final RecordingFollower beside = new RecordingFollower("beside");
        final CountDownLatch woken = new CountDownLatch(1);
        final Exchange exchange = builder(topology)
                .attachPolled(follower, OnFailure.HALT, woken::countDown)
                .attach(beside, OnFailure.HALT)
                .start();
        final FollowerPoller poller = exchange.poller("polled");
        assertThrows(IllegalArgumentException.class, () -> exchange.poller("beside"));
        final Thread sender = new Thread(() -> trade(exchange, 800));
        sender.start();
        assertTrue(woken.await(60, TimeUnit.SECONDS));
        while (sender.isAlive()) {
            assertTrue(poller.poll(7) <= 7);
        }
        assertFalse(poller.isDrained());
        final CommandDoor door = exchange.newDoor();
        assertThrows(IllegalStateException.class, () -> {
            for (int i = 0; i < 2 * RING_SIZE; i++) {
                door.cancel().uid(1).symbol(1).orderId(1).publish();
            }
        });
        final Thread closer = new Thread(exchange::close);
        closer.start();
        while (!poller.isDrained()) {
            poller.poll(1_000);
        }
        closer.join();
        assertEquals(ExchangeState.CLOSED, exchange.state());
        assertEquals(0, poller.poll(10));
        assertEquals(lastSeq(), follower.seq());
        assertHeardAll(follower);
        assertHeardAll(beside);
    }

    private static void fill(final Exchange exchange) {
        final CommandDoor door = exchange.newDoor();
        for (int i = 0; i < 100 * RING_SIZE; i++) {
            door.cancel().uid(1).symbol(1).orderId(1).publish();
        }
    }

    @ParameterizedTest
    @MethodSource("threaded")
    void shouldLetAThreadWaitAgainWhoseFollowerWasDetached(final Topology topology) throws Exception {
        final Detached detached = new Detached();
        try (Exchange exchange = builder(topology)
                .attachPolled(throwingAt("weak", 5), OnFailure.DETACH, () -> {})
                .listener(detached)
                .start()) {
            final FollowerPoller poller = exchange.poller("weak");
            for (int i = 0; i < 10; i++) { // as many as the ring takes while no thread polls
                exchange.submit(new Nop());
            }
            while (!detached.name.isDone()) {
                poller.poll(10);
            }
            fill(exchange);
        }
    }

    @ParameterizedTest
    @MethodSource("threaded")
    void shouldLetAThreadWaitThatLeftThePollingToAnother(final Topology topology) throws Exception {
        final Exchange exchange = builder(topology)
                .attachPolled(new RecordingFollower("polled"), OnFailure.HALT, () -> {})
                .start();
        final FollowerPoller poller = exchange.poller("polled");
        poller.poll(1);
        final CountDownLatch taken = new CountDownLatch(1);
        final Thread other = new Thread(() -> {
            while (!poller.isDrained()) {
                poller.poll(100);
                taken.countDown();
            }
        });
        other.start();
        await(taken);
        fill(exchange);
        exchange.close();
        other.join();
        assertEquals(ExchangeState.CLOSED, exchange.state());
    }

    @ParameterizedTest
    @MethodSource("threaded")
    void shouldHearOnlyWhatTheJournalHasForced(final Topology topology) {
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final List<String> tooEarly = new ArrayList<>();
        final RecordingFollower follower = new RecordingFollower("careful") {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                super.onResult(result, replayed);
                final Exchange exchange = running.get();
                if (exchange != null && exchange.metrics().journalForcedSeq() < result.seq()) {
                    tooEarly.add("seq " + result.seq());
                }
            }
        };
        try (Exchange exchange = start(topology, follower)) {
            running.set(exchange);
            trade(exchange, 1_000);
            exchange.query(new StateHashQuery()).join();
        }
        assertEquals(List.of(), tooEarly);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCompleteASnapshotWithoutAPartThatEndsInAnError(final Topology topology) {
        shouldCompleteASnapshotWithout(topology, new StackOverflowError("it cannot be written"));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCompleteASnapshotWithoutAPartThatCannotBeWritten(final Topology topology) {
        shouldCompleteASnapshotWithout(topology, new IllegalStateException("it cannot be written"));
    }

    private void shouldCompleteASnapshotWithout(final Topology topology, final Throwable thrown) {
        final RecordingFollower follower = new RecordingFollower("weak") {
            @Override
            public @Nullable FollowerPart capture() {
                return out -> {
                    out.write(new byte[10], 0, 10);
                    if (thrown instanceof Error e) {
                        throw e;
                    }
                    throw (RuntimeException) thrown;
                };
            }
        };
        final RecordingFollower other = new RecordingFollower("other");
        final long seq;
        try (Exchange exchange = start(topology, follower, other)) {
            trade(exchange, 100);
            seq = exchange.snapshot().join().seq();
            trade(exchange, 100);
        }
        assertEquals(
                List.of(0L, seq),
                JournalFollowers.list(new FileJournalStorage(), folder).stream()
                        .sorted((a, b) -> b.name().compareTo(a.name()))
                        .map(stat -> stat.partSeq())
                        .toList());
        final RecordingFollower again = new RecordingFollower("weak");
        start(topology, again).close();
        assertEquals(1, again.firstSeq());
        assertHeardAll(again);
    }

    @Test
    void shouldRefuseFollowersOfOneNameAndFollowersWithoutAJournal() {
        start(Topology.INLINE).close();
        assertThrows(
                IllegalArgumentException.class,
                () -> start(Topology.INLINE, new RecordingFollower("a"), new RecordingFollower("a")));
        assertThrows(IllegalArgumentException.class, () -> DaybookExchange.builder()
                .attach(new RecordingFollower("a"), OnFailure.HALT)
                .start());
        assertThrows(IllegalArgumentException.class, () -> builder(Topology.INLINE)
                .attach(new RecordingFollower("Big Name"), OnFailure.HALT));
        assertThrows(IllegalArgumentException.class, () -> builder(Topology.INLINE)
                .attachPolled(new RecordingFollower("a"), OnFailure.HALT, () -> {})
                .start());
        assertEquals(List.of(), JournalFollowers.list(new FileJournalStorage(), folder), "none is registered");
        try (Exchange exchange = start(Topology.INLINE)) {
            exchange.submit(new AddUser(1)).join();
        }
    }
}
