package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.ResultView;
import io.daybook.client.wire.Frame;
import io.daybook.client.wire.SubscribeDescriptor;
import io.daybook.cluster.node.FollowerBeginning;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.NodeFeedConfig;
import io.daybook.gateway.session.ViewSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed of a node: where it may begin, and what it says to subscribers while it is not there. */
class NodeFeedTest {
    private static final UUID ID = new UUID(0x1234_5678_9ABC_DEF0L, 7);
    private static final FeedDoor DOOR = new FeedDoor(2, false, 1_440, 4L << 30, 1_400, null, null, null, 10_000, null);

    /** Nobody asks it anything. */
    private static final ResultView NO_RESULT = (ResultView) Proxy.newProxyInstance(
            ResultView.class.getClassLoader(), new Class<?>[] {ResultView.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    @TempDir
    private Path folder;

    private NodeFeed feed(final int restarts, final long anewFrom) {
        return new NodeFeed(
                folder,
                new NodeFeedConfig(DOOR, List.of(), restarts, anewFrom),
                new Console(
                        new ByteArrayInputStream(new byte[0]),
                        new ByteArrayOutputStream(),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)));
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

    /** What a node cannot serve for now is no mistake of those who ask. */
    @Test
    void shouldSendSubscribersAwayForAWhileWhereThereIsNoFeed() {
        try (NodeFeed feed = feed(0, 0)) {
            assertTrue(feed.has(1, SubscribeDescriptor.ORDERS));
            assertFalse(feed.has(2, SubscribeDescriptor.ORDERS));
            assertFalse(feed.has(1, SubscribeDescriptor.LEVELS));
            final ViewSource.View view = feed.subscribe(1, SubscribeDescriptor.ORDERS, 0);
            assertNotNull(view);
            assertEquals(ViewSource.View.ENDED, view.next(new byte[Frame.MAX_LENGTH]));

            // one that is there and has yet to hear what was before
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
            requireNone(feed.make(new FollowerBeginning(ID, 12, true)), "has nothing of it");
            requireNone(feed.make(new FollowerBeginning(ID, 8, false)), "begun anew at seq 9");
            assertNotNull(feed.make(new FollowerBeginning(ID, 9, true)).wakeUp());
        }
        try (NodeFeed feed = feed(1, 9)) {
            assertNotNull(feed.make(new FollowerBeginning(ID, 12, false)).wakeUp());
        }
    }
}
