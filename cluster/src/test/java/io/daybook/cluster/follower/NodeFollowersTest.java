package io.daybook.cluster.follower;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.FollowerMessages;
import io.daybook.cluster.state.StatePart;
import io.daybook.host.Proves;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The results that followers of a node receive, their parts of snapshots, and the fate of a node whose follower fails.
 */
@Proves("followers of a node hear each result once, and a failed one does what its rule says")
@Tag("whole")
class NodeFollowersTest {
    private static final long LOOK_NS = 1_000_000;

    private final AtomicReference<String> halted = new AtomicReference<>();
    private final List<NodeFollowers> all = new ArrayList<>();

    /** A follower whose part is the sum of all seqs. */
    private static final class Sum implements Follower {
        private final String name;
        private final CountDownLatch mayGoOn;
        private final long failsAt;
        private volatile long sum;
        private volatile long heard;
        private volatile boolean hadPart;
        private volatile int batches;
        private int partBytes = 1;
        private boolean isElsewhere;

        Sum(final String name, final long failsAt, final boolean waits) {
            this.name = name;
            this.failsAt = failsAt;
            this.mayGoOn = new CountDownLatch(waits ? 1 : 0);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void restore(final PartReader part, final long seq, final StateView state) {
            assertEquals(seq, state.seq());
            heard = seq;
            if (part != null) {
                final byte[] bytes = new byte[(int) part.length()];
                assertEquals(bytes.length, part.read(bytes, 0, bytes.length));
                sum = bytes[0];
                hadPart = true;
            }
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            try {
                assertTrue(mayGoOn.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (result.seq() == failsAt) {
                throw new IllegalStateException("planned");
            }
            sum += result.seq();
            heard = result.seq();
        }

        @Override
        public void onBatchEnd() {
            batches++;
        }

        @Override
        public FollowerPart capture() {
            if (isElsewhere) {
                return null;
            }
            final byte copy = (byte) sum;
            return out -> {
                for (int i = 0; i < partBytes; i++) {
                    out.write(new byte[] {copy}, 0, 1);
                }
            };
        }
    }

    private NodeFollowers followers(final OnFailure onFailure, final Sum... sums) {
        return followers(StatePart.MAX_BYTES, onFailure, sums);
    }

    private NodeFollowers followers(final int mostBytes, final OnFailure onFailure, final Sum... sums) {
        final List<Sum> left = new ArrayList<>(List.of(sums));
        final NodeFollowers made = new NodeFollowers(
                (name, beginning) -> {
                    final Sum next = left.stream()
                            .filter(one -> one.name.equals(name))
                            .findFirst()
                            .orElse(null);
                    left.remove(next); // each follower is made once
                    return next == null ? null : new Attachment(next, onFailure);
                },
                why -> halted.compareAndSet(null, why),
                mostBytes);
        all.add(made);
        return made;
    }

    @AfterEach
    void end() {
        all.forEach(NodeFollowers::close);
    }

    private static void await(final BooleanSupplier condition) {
        for (long begin = System.nanoTime(); !condition.getAsBoolean(); LockSupport.parkNanos(LOOK_NS)) {
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(60), "the condition does not become true");
        }
    }

    /** Captures the parts of this many followers; again if a busy machine has kept one from being in time. */
    private static List<StatePart> captured(final NodeFollowers followers, final int count) {
        final List<StatePart> parts = new ArrayList<>();
        await(() -> {
            parts.clear();
            parts.addAll(followers.capture());
            return parts.size() == count;
        });
        return parts;
    }

    @Test
    void shouldTellWhoPollsWhenItPollsAndWakeItBehindNothing() {
        final Sum polled = new Sum("gateway", 0, false);
        final AtomicInteger wakes = new AtomicInteger();
        final NodeFollowers followers = new NodeFollowers(
                (name, beginning) -> new Attachment(polled, OnFailure.HALT, wakes::incrementAndGet),
                why -> halted.compareAndSet(null, why));
        all.add(followers);
        final NodeLeadership leadership = new NodeLeadership();
        final NodeDoor door = new NodeDoor("gateway", 1, followers, leadership, "/nowhere", null);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        assertFalse(door.isReady());
        assertEquals(0, door.poll(10));
        log.followers(List.of("gateway"), followers::onMessage);
        log.nops(3, followers::onMessage);
        assertTrue(door.isReady());
        assertEquals(16, door.exchangeId().length);
        assertEquals(0, polled.heard);
        assertEquals(2, door.poll(2));
        assertEquals(2, polled.heard);
        assertEquals(1, door.poll(2));
        assertEquals(0, door.poll(2));
        assertEquals(0, wakes.get());
        log.nops(2, followers::onMessage);
        assertEquals(1, wakes.get(), "the door is woken once until it has polled again");
        assertEquals(2, door.poll(10));
        assertEquals(1 + 2 + 3 + 4 + 5, polled.sum);

        // the door reports the leader, and accepts no command before there is a connection
        leadership.term(7, 2, 5);
        assertEquals(2, door.leader());
        leadership.term(8, 1, 5);
        leadership.role(true);
        assertEquals(-1, door.leader());
        assertEquals(NodeDoor.NONE, door.leadership());
        assertFalse(door.isDrained());
        assertEquals(null, halted.get());
    }

    /** The results of a polled follower are news only if other nodes may not have published them long ago. */
    @Test
    void shouldSayHowFarOneIsThatIsPolled() {
        final Sum polled = new Sum("feed", 0, false);
        final NodeFollowers followers = new NodeFollowers(
                (name, beginning) -> new Attachment(polled, OnFailure.DETACH, () -> {}),
                why -> halted.compareAndSet(null, why));
        final NodeLeadership leadership = new NodeLeadership();
        final NodePoller poller = new NodePoller("feed", 1, followers, leadership);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        assertFalse(poller.isReady());
        assertEquals(NodePoller.Standing.BEHIND, poller.standing());
        log.followers(List.of("feed"), followers::onMessage);
        log.nops(3, followers::onMessage);
        assertTrue(poller.isReady());

        leadership.term(7, 2, 1);
        assertEquals(NodePoller.Standing.BEHIND, poller.standing(), "the node has not caught up");
        leadership.caughtUp(3);
        assertEquals(2, poller.poll(2));
        assertEquals(NodePoller.Standing.BEHIND, poller.standing(), "the follower has not caught up");
        assertEquals(1, poller.poll(2));
        followers.released(2);
        assertEquals(
                NodePoller.Standing.BEHIND,
                poller.standing(),
                "the follower has begun with results that may still be cut");
        followers.released(Long.MAX_VALUE);
        assertEquals(NodePoller.Standing.FOLLOWS, poller.standing());
        leadership.behind();
        assertEquals(NodePoller.Standing.BEHIND, poller.standing());

        // a follower that lags is behind even if its node keeps up
        leadership.caughtUp(3);
        for (int i = 0; i < 1 << 14 && poller.standing() == NodePoller.Standing.FOLLOWS; i++) {
            log.nops(10, followers::onMessage);
        }
        assertEquals(NodePoller.Standing.BEHIND, poller.standing(), "the follower has a megabyte yet to receive");
        assertEquals(1, poller.poll(1));
        assertEquals(NodePoller.Standing.BEHIND, poller.standing(), "a late follower is behind until it has caught up");
        while (poller.poll(256) > 0) {
            assertEquals(null, halted.get());
        }
        assertEquals(NodePoller.Standing.FOLLOWS, poller.standing());

        log.nops(1, followers::onMessage);
        leadership.role(true);
        assertEquals(NodePoller.Standing.BEHIND, poller.standing(), "the node's own term has not begun");
        leadership.term(8, 1, polled.heard + 1);
        assertEquals(
                NodePoller.Standing.BEHIND,
                poller.standing(),
                "the follower has yet to receive results of earlier terms");
        assertEquals(1, poller.poll(2));
        assertEquals(NodePoller.Standing.LEADS, poller.standing());

        assertFalse(poller.isDrained());
        log.nops(1, followers::onMessage);
        followers.close();
        assertFalse(poller.isDrained());
        assertEquals(1, poller.poll(2));
        assertTrue(poller.isDrained());
        assertEquals(null, halted.get());
    }

    @Test
    void shouldSayWhereAFollowerBegins() {
        final List<FollowerBeginning> begun = new ArrayList<>();
        final FollowerMessages log = new FollowerMessages(beginning(begun));
        log.begin();
        log.followers(List.of("feed"), all.get(0)::onMessage);
        log.nops(1, all.get(0)::onMessage);
        final List<StatePart> parts = captured(all.get(0), 1);
        beginning(begun).restored(log.state(), parts);
        beginning(begun).restored(log.state(), List.of());
        final UUID exchange = begun.get(0).exchange();
        assertEquals(
                List.of(
                        new FollowerBeginning(exchange, 0, false),
                        new FollowerBeginning(exchange, 1, false),
                        new FollowerBeginning(exchange, 1, true)),
                begun);
    }

    private NodeFollowers beginning(final List<FollowerBeginning> begun) {
        final NodeFollowers followers = new NodeFollowers(
                (name, beginning) -> {
                    begun.add(beginning);
                    return new Attachment(new Sum(name, 0, false), OnFailure.DETACH);
                },
                why -> halted.compareAndSet(null, why));
        all.add(followers);
        return followers;
    }

    @Test
    void shouldTellThoseWhomTheSettingsNameFromThereOn() {
        final Sum gateway = new Sum("gateway", 0, false);
        final Sum feed = new Sum("feed", 0, false);
        final Sum unnamed = new Sum("sink", 0, false);
        final NodeFollowers followers = followers(OnFailure.HALT, gateway, feed, unnamed);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.nops(2, followers::onMessage);
        log.followers(List.of("gateway"), followers::onMessage);
        log.nops(3, followers::onMessage);
        log.followers(List.of("feed", "gateway"), followers::onMessage);
        log.nops(1, followers::onMessage);
        await(() -> gateway.heard == 6 && feed.heard == 6);
        assertEquals(3 + 4 + 5 + 6, gateway.sum);
        assertEquals(6, feed.sum);
        await(() -> gateway.batches > 0);

        // a follower with a part continues on another node, and one whose part is missing begins there
        final List<StatePart> parts = followers.capture();
        assertEquals(
                List.of("feed", "gateway"), parts.stream().map(StatePart::name).toList());
        assertArrayEquals(new byte[] {18}, parts.get(1).bytes());
        final List<byte[]> chunks = new ArrayList<>();
        log.state()
                .write(
                        parts.subList(1, 2),
                        (bytes, offset, length) -> chunks.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        final Sum gatewayAgain = new Sum("gateway", 0, false);
        final Sum feedAgain = new Sum("feed", 0, false);
        final NodeFollowers restarted = followers(OnFailure.DETACH, gatewayAgain, feedAgain);
        final FollowerMessages again = new FollowerMessages(restarted);
        final ClusterState state = again.state();
        restarted.restored(state, state.restore(new ArrayDeque<>(chunks)::poll));
        again.nops(1, restarted::onMessage);
        await(() -> gatewayAgain.heard == 7 && feedAgain.heard == 7);
        assertTrue(gatewayAgain.hadPart);
        assertEquals(18 + 7, gatewayAgain.sum);
        assertFalse(feedAgain.hadPart);
        assertEquals(7, feedAgain.sum);
        assertEquals(0, unnamed.heard);
        assertEquals(null, halted.get());
    }

    @Test
    void shouldEndTheNodeWhereAFollowerThrowsThatMustNot() {
        final Sum gateway = new Sum("gateway", 2, false);
        final NodeFollowers followers = followers(OnFailure.HALT, gateway);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("gateway"), followers::onMessage);
        log.nops(3, followers::onMessage);
        await(() -> halted.get() != null);
        assertTrue(halted.get().contains("gateway"), halted.get());
        assertEquals(1, gateway.heard);
    }

    @Test
    void shouldGoOnWithoutOneThatMayFail() {
        final Sum feed = new Sum("feed", 2, false);
        final Sum gateway = new Sum("gateway", 0, false);
        final NodeFollowers followers = followers(OnFailure.DETACH, feed, gateway);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("feed", "gateway"), followers::onMessage);
        log.nops(3, followers::onMessage);
        await(() -> gateway.heard == 3 && followers.all().get(0).isDetached());
        assertEquals(
                List.of("gateway"),
                captured(followers, 1).stream().map(StatePart::name).toList());
        assertEquals(null, halted.get());
    }

    @Test
    void shouldTakeASnapshotWithoutOneThatIsNotThereInTime() {
        final Sum slow = new Sum("feed", 0, true);
        final NodeFollowers followers = followers(OnFailure.DETACH, slow);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("feed"), followers::onMessage);
        log.nops(1, followers::onMessage);
        final long begin = System.nanoTime();
        assertEquals(List.of(), followers.capture());
        assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(NodeFollower.CAPTURE_MS));
        slow.mayGoOn.countDown();
        await(() -> slow.heard == 1);
        // the late part is not taken for the next one
        log.nops(1, followers::onMessage);
        assertArrayEquals(new byte[] {1 + 2}, captured(followers, 1).get(0).bytes());
    }

    @Test
    void shouldTakeASnapshotWithoutAPartThatIsTooLarge() {
        final Sum large = new Sum("feed", 0, false);
        large.partBytes = 9;
        final Sum gateway = new Sum("gateway", 0, false);
        gateway.partBytes = 8;
        final NodeFollowers followers = followers(8, OnFailure.DETACH, large, gateway);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("feed", "gateway"), followers::onMessage);
        log.nops(2, followers::onMessage);
        final List<StatePart> parts = captured(followers, 1);
        assertEquals(List.of("gateway"), parts.stream().map(StatePart::name).toList());
        assertEquals(8, parts.get(0).bytes().length);
        log.nops(1, followers::onMessage);
        await(() -> large.heard == 3 && gateway.heard == 3);
        assertEquals(null, halted.get());
    }

    @Test
    void shouldEndANodeWhoseFollowerCannotWriteItsPart() {
        final Sum book = new Sum("book", 0, false);
        book.partBytes = 9;
        final NodeFollowers followers = followers(8, OnFailure.HALT, book);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("book"), followers::onMessage);
        log.nops(2, followers::onMessage);
        followers.capture();
        assertEquals(
                "follower book cannot write its part of a snapshot: java.lang.IllegalStateException: it has more than 8"
                        + " bytes",
                halted.get());
    }

    @Test
    void shouldNotStartFromASnapshotWithoutThePartOfAFollowerThatMustBe() {
        final Sum book = new Sum("book", 0, false);
        final Sum store = new Sum("store", 0, false);
        store.isElsewhere = true;
        final NodeFollowers followers = followers(OnFailure.HALT, book, store);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("book", "store"), followers::onMessage);
        log.nops(2, followers::onMessage);
        final List<StatePart> parts = followers.capture();

        // a follower that keeps its state elsewhere has an empty part, and continues
        final Sum bookAgain = new Sum("book", 0, false);
        final Sum storeAgain = new Sum("store", 0, false);
        final NodeFollowers restarted = followers(OnFailure.HALT, bookAgain, storeAgain);
        restarted.restored(log.state(), parts);
        assertTrue(bookAgain.hadPart);
        assertFalse(storeAgain.hadPart);
        assertEquals(2, storeAgain.heard);
        assertEquals(null, halted.get());

        final List<StatePart> lost =
                parts.stream().filter(part -> !part.name().equals("book")).toList();
        final NodeFollowers refused = followers(OnFailure.HALT, new Sum("book", 0, false), new Sum("store", 0, false));
        assertThrows(IllegalStateException.class, () -> refused.restored(log.state(), lost));
        assertTrue(halted.get().contains("seq 2 has no part of follower book"), halted.get());
    }

    @Test
    void shouldEndANodeRatherThanLoseWhatAFollowerHasMade() {
        final Sum slow = new Sum("book", 0, true);
        final NodeFollowers followers = followers(OnFailure.HALT, slow);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("book"), followers::onMessage);
        log.nops(1, followers::onMessage);
        assertEquals(List.of(), followers.capture());
        assertEquals("follower book has not given its part of a snapshot in 10000 ms", halted.get());
        slow.mayGoOn.countDown();
    }

    @Test
    void shouldBeginAnewWithOneThatIsNamedAgain() {
        final Sum first = new Sum("tape", 0, false);
        final Sum second = new Sum("tape", 0, false);
        final NodeFollowers followers = followers(OnFailure.HALT, first, second);
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        log.followers(List.of("tape"), followers::onMessage);
        log.nops(2, followers::onMessage);
        await(() -> first.heard == 2);
        log.followers(List.of(), followers::onMessage);
        log.nops(2, followers::onMessage);
        log.followers(List.of("tape"), followers::onMessage);
        log.nops(1, followers::onMessage);
        await(() -> second.heard == 5);
        assertEquals(2, first.heard);
        assertEquals(5, second.sum);
    }

    @Test
    void shouldEndANodeThatLacksWhatTheSettingsName() {
        final NodeFollowers followers = followers(OnFailure.HALT, new Sum("feed", 0, false));
        final FollowerMessages log = new FollowerMessages(followers);
        log.begin();
        assertThrows(IllegalStateException.class, () -> log.followers(List.of("gateway"), followers::onMessage));
        assertTrue(halted.get().contains("gateway"), halted.get());
    }
}
