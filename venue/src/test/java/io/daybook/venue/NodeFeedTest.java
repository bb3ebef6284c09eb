package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.cluster.follower.FollowerBeginning;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.NodeFeedConfig;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed of a node: the positions at which it may begin, and the behaviour towards subscribers before it exists. */
class NodeFeedTest {
    private static final UUID ID = new UUID(0x1234_5678_9ABC_DEF0L, 7);
    private static final FeedDoor DOOR = new FeedDoor(2, false, 1_440, 4L << 30, 1_400, null, null, null, 10_000, null);

    /** A result that is never read. */
    private static final ResultView NO_RESULT = (ResultView) Proxy.newProxyInstance(
            ResultView.class.getClassLoader(), new Class<?>[] {ResultView.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    private NodeFeed feed(final int restarts, final long anewFrom) {
        return feed(folder, restarts, anewFrom);
    }

    private NodeFeed feed(final Path dir, final int restarts, final long anewFrom) {
        return new NodeFeed(dir, new NodeFeedConfig(DOOR, List.of(), restarts, anewFrom), said::add);
    }

    /** The lines do not matter: a node that does not lead sends other lines, or none. */
    @Test
    void shouldSayOnceThatSocketsAreMissingAndOnceThatTheyAreOpen() {
        try (NodeFeed feed = feed(0, 0)) {
            feed.tellWire(null);
            assertEquals(List.of(), said);
            feed.tellWire(new IOException("in use"));
            feed.tellWire(new IOException("in use"));
            assertEquals(1, said.size(), said::toString);
            assertTrue(
                    said.get(0).contains("sends nothing for now") && said.get(0).endsWith("in use"), said::toString);
            said.clear();
            feed.tellWire(null);
            feed.tellWire(null);
            assertEquals(
                    List.of("note: the sockets of this node's feed are open now, and the node sends its" + " share"),
                    said);
        }
    }

    private static void requireNone(final Attachment attachment, final String why) {
        final IllegalStateException thrown = assertThrows(
                IllegalStateException.class, () -> attachment.follower().onResult(NO_RESULT, false));
        assertTrue(String.valueOf(thrown.getMessage()).contains(why), thrown::getMessage);
    }

    @Test
    void shouldFollowUnderTheNameThatTheClusterKeepsForFeeds() {
        assertEquals(ClusterSettings.FEED, NodeFeed.NAME);
    }

    /** A subscriber is not at fault if the node cannot serve the feed at the moment. */
    @Test
    void shouldSendSubscribersAwayForAWhileWhereThereIsNoFeed() {
        try (NodeFeed feed = feed(0, 0)) {
            assertTrue(feed.has(1, SubscribeDescriptor.ORDERS));
            assertFalse(feed.has(2, SubscribeDescriptor.ORDERS));
            assertFalse(feed.has(1, SubscribeDescriptor.LEVELS));
            final ViewSource.View view = feed.subscribe(1, SubscribeDescriptor.ORDERS, 0);
            assertNotNull(view);
            assertEquals(ViewSource.View.ENDED, view.next(new byte[Frame.MAX_LENGTH]));

            // a feed that exists and has yet to receive earlier results
            assertNotNull(feed.make(new FollowerBeginning(ID, 0, false)).wakeUp());
            assertEquals(0, view.next(new byte[Frame.MAX_LENGTH]));
        }
    }

    @Test
    void shouldBeginAnewOnlyWhereItsFilesSay() {
        try (NodeFeed feed = feed(1, 0)) {
            requireNone(feed.make(new FollowerBeginning(ID, 9, true)), "anewFrom = 9");
        }
        try (NodeFeed feed = feed(1, 9)) {
            requireNone(feed.make(new FollowerBeginning(ID, 12, true)), "lacks the part of the feed");
            requireNone(feed.make(new FollowerBeginning(ID, 8, false)), "begun anew at seq 9");
            assertNotNull(feed.make(new FollowerBeginning(ID, 9, true)).wakeUp());
        }
        try (NodeFeed feed = feed(1, 9)) {
            assertNotNull(feed.make(new FollowerBeginning(ID, 12, false)).wakeUp());
        }
    }

    /** The files in the folder differ from node to node, and no node has the old numbers any more. */
    @Test
    void shouldBeginTheSameNumbersAnewOnAllNodes() {
        final Set<String> begun = new HashSet<>();
        for (int node = 0; node < 3; node++) {
            final Path dir = folder.resolve("n" + node);
            try (NodeFeed before = feed(dir, 0, 0)) {
                before.make(new FollowerBeginning(ID, 0, false)).follower().restore(null, 5, stateOf(1 + node));
            }
            final String old = messages(dir);
            try (NodeFeed anew = feed(dir, 1, 9)) {
                anew.make(new FollowerBeginning(ID, 9, true)).follower().restore(null, 9, stateOf(4));
            }
            assertNotEquals(old, messages(dir));
            begun.add(messages(dir));
            try (NodeFeed next = feed(dir, 1, 9)) { // anewFrom stays in the files
                assertNotNull(
                        next.make(new FollowerBeginning(ID, 12, false)).wakeUp(), "the snapshot has the feed's part");
            }
            assertEquals(1, begun.size(), begun::toString);
        }
        assertTrue(begun.iterator().next().contains("from 1"), begun::toString);
    }

    /** Returns a state with some symbols and no orders. */
    private static StateView stateOf(final int symbols) {
        final List<SymbolSpec> all = new ArrayList<>();
        for (int symbol = 1; symbol <= symbols; symbol++) {
            all.add(SymbolSpec.exchangePair(symbol, 10, 20).build());
        }
        return (StateView) Proxy.newProxyInstance(
                StateView.class.getClassLoader(),
                new Class<?>[] {StateView.class},
                (proxy, method, arguments) -> method.getName().equals("symbols") ? all : null);
    }

    /** Returns the session and the numbers of each channel. */
    private static String messages(final Path dir) {
        final StringBuilder told = new StringBuilder();
        try (FeedLog log = FeedLog.openReadOnly(new FileJournalStorage(), dir.resolve(FeedPublisher.FOLDER))) {
            for (int channel = 0; channel < log.channels(); channel++) {
                told.append(log.session(channel))
                        .append(" from ")
                        .append(log.firstNumber(channel))
                        .append(" to ")
                        .append(log.nextNumber(channel))
                        .append('\n');
            }
        }
        return told.toString();
    }
}
