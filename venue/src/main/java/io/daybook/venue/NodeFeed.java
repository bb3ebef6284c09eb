package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Follower;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.cluster.follower.FollowerBeginning;
import io.daybook.cluster.node.ClusterNode;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.NodeFeedConfig;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.SubscribeDescriptor;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The public feed of a cluster's node: made from its log, stored in its folder, and sent according to its place in the
 * cluster. If the feed fails, the node continues without it.
 */
final class NodeFeed implements ViewSource, AutoCloseable {
    /** The name of the feed's follower. */
    static final String NAME = FeedFold.NAME;

    private final Path dir;
    private final NodeFeedConfig config;
    private final Consumer<String> notes;
    private final FeedDrops drops;
    private final Clock clock = Clock.system();
    private final Views views = new Views();

    /** The feed, created on the service's thread once the log names it. */
    private volatile @Nullable FeedPublisher feed;

    private volatile Runnable onNews = () -> {};
    private boolean isStarted;
    private boolean isEndTold;
    private boolean isWireTold;

    NodeFeed(final Path dir, final NodeFeedConfig config, final Consumer<String> notes) {
        this.dir = dir;
        this.config = config;
        this.notes = notes;
        this.drops = new FeedDrops(notes);
    }

    /** A feed that cannot be created: it fails at the first result, so that the node continues without it. */
    private record NoFeed(String why) implements Follower {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            throw new IllegalStateException(why);
        }
    }

    /** Creates the follower that the log of the node names. */
    Attachment make(final FollowerBeginning beginning) {
        if (feed != null) {
            return without("the feed was removed from the log's followers and added again, and its numbers cannot begin"
                    + " again while this node runs");
        }
        final long anewFrom = config.anewFrom();
        if (beginning.seq() < anewFrom) {
            return without("the feed was begun anew at seq " + anewFrom + " (gateway.feed.anewFrom), and this node"
                    + " begins at seq " + beginning.seq() + ": seed this node from a node that began there, or later");
        }
        if (beginning.lacksPart() && beginning.seq() != anewFrom) {
            return without("the snapshot of this node, at seq " + beginning.seq() + ", lacks the part of the feed, and"
                    + " the feed's numbers continue on other nodes: seed this node from a node that has the part. If no"
                    + " node has it, set anewFrom = " + beginning.seq() + " in [gateway.feed] of all files, raise"
                    + " restarts, and start all nodes from this snapshot");
        }
        final FeedDoor door = config.door();
        try {
            final FeedPublisher made = FeedPublisher.shared(
                    new FileJournalStorage(),
                    dir,
                    beginning.exchange(),
                    FeedEntrance.settings(door),
                    FeedLogLimits.of(door.keptBytes(), TimeUnit.MINUTES.toNanos(door.keptMinutes()), door.channels()),
                    config.listings(),
                    Clock.system(),
                    Scheduler.threads(Clock.system()),
                    door.levels(),
                    config.restarts());
            feed = made;
            final Attachment own = made.attachment();
            return new Attachment(
                    new ListingWatch(
                            own.follower(),
                            config.listings(),
                            (listing, symbol) -> notes.accept("note: subscribers of the feed get wrong decimals for "
                                    + listing.name() + ": " + ListingWatch.told(listing, symbol))),
                    own.onFailure(),
                    own.wakeUp());
        } catch (final FeedLogException | UncheckedIOException e) {
            return without(String.valueOf(e.getMessage()));
        }
    }

    /** Fails on a thread of the node, because no other thread polls it. */
    private static Attachment without(final String why) {
        return new Attachment(new NoFeed(why), OnFailure.DETACH);
    }

    /** Reports the destinations of the feed, once the node runs. */
    void tell() {
        notes.accept("its " + FeedEntrance.told(config.door()));
    }

    /** Starts the feed at the first call after it was created, and reports its problems. Called repeatedly. */
    void poll(final ClusterNode node) {
        final FeedPublisher made = feed;
        if (made == null) {
            return;
        }
        if (!isStarted) {
            isStarted = true;
            made.start(new NodeFeedLog(node.poller(NAME)));
        }
        drops.tell(made.counters(), clock.nanoTime());
        final Throwable failure = made.failure();
        if (!isEndTold && made.isAhead()) {
            isEndTold = true;
            notes.accept("note: the feed of this node is ahead of the log (AHEAD_OF_JOURNAL), so it sends nothing:"
                    + " subscribers may have messages that the log lacks. Raise gateway.feed.restarts in the files of"
                    + " all nodes, and start them again");
        } else if (!isEndTold && failure != null) {
            isEndTold = true;
            notes.accept("note: the feed of this node has failed, and the node continues without it until its next"
                    + " start: " + Failures.describe(failure));
        }
        if (!isEndTold) {
            tellWire(made.wireFailure());
        }
    }

    /** Reports once that the sockets cannot be opened, and once that they are open again. */
    void tellWire(final @Nullable Throwable wireFailure) {
        if (wireFailure != null && !isWireTold) {
            notes.accept("note: the feed of this node sends nothing for now: its sockets cannot be opened; its messages"
                    + " are stored, its numbers continue, and it tries again once a second: "
                    + Failures.describe(wireFailure));
        } else if (wireFailure == null && isWireTold) {
            notes.accept("note: the sockets of this node's feed are open now, and the node sends its share");
        }
        isWireTold = wireFailure != null;
    }

    // ---- subscribers over TCP, on the door's thread
    // ------------------------------------------------------------------

    @Override
    public boolean has(final int channel, final int stream) {
        final FeedDoor door = config.door();
        return channel >= 0
                && channel < door.channels()
                && (stream == SubscribeDescriptor.ORDERS || stream == SubscribeDescriptor.LEVELS && door.levels());
    }

    /**
     * Begins a view. The door opens as soon as its own follower has received all earlier results; the feed may be ready
     * a moment later.
     */
    @Override
    public @Nullable View subscribe(final int channel, final int stream, final long from) {
        final ViewSource source = views.served();
        return source == null
                ? new LaterView(views, channel, stream, from)
                : views.begin(source, channel, stream, from);
    }

    /** The feed of this node. */
    private final class Views implements LaterView.Views {
        @Override
        public @Nullable ViewSource served() {
            final FeedPublisher made = feed;
            return made == null ? null : made.served();
        }

        @Override
        public @Nullable View begin(final ViewSource source, final int channel, final int stream, final long from) {
            source.listen(onNews);
            return source.subscribe(channel, stream, from);
        }

        @Override
        public boolean isSilent() {
            final FeedPublisher made = feed;
            return made == null || made.isSilent();
        }
    }

    @Override
    public void listen(final Runnable hook) {
        onNews = hook;
    }

    /** Ends the feed, after the node has ended. */
    @Override
    public void close() {
        final FeedPublisher made = feed;
        if (made != null) {
            made.close();
        }
    }
}
