package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.follower.FollowerMaker;
import io.daybook.cluster.follower.NodeDoor;
import io.daybook.cluster.node.ClusterNode;
import io.daybook.gateway.config.NodeFixConfig;
import io.daybook.gateway.config.NodeGatewayConfig;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.StartException;
import io.daybook.sessions.audit.JsonAuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The assembly of a venue on a cluster's node: the same doors and feed as {@link Venue}, on the node's log. The
 * differences are: no listing is added at a start; the followers are created when the log names them, and at most once
 * while the node runs; a feed that cannot be created does not end the node, but a door that fails does; sessions may
 * log in while the node leads. Used by one thread, except for {@link #askForReload}.
 */
public final class NodeVenue implements AutoCloseable {
    /** Ends the process at once: a node whose door has failed must not lead. */
    @FunctionalInterface
    public interface Halt {
        /**
         * Ends the process.
         *
         * @param isUsage whether the configuration is the cause
         * @param why a line for people
         */
        void halt(boolean isUsage, String why);
    }

    private final NodeGatewayConfig config;
    private final Consumer<String> notes;
    private final Halt halt;
    private final MembersFile members;
    private final JsonAuditLog audit;
    private final Doors doors;
    private final @Nullable NodeFeed feed;
    private final AtomicBoolean isTcpMade = new AtomicBoolean();
    private final AtomicBoolean isFixMade = new AtomicBoolean();
    private final AtomicBoolean isReloadWanted = new AtomicBoolean();

    private NodeVenue(final Path folder, final NodeGatewayConfig config, final Consumer<String> notes, final Halt halt)
            throws StartException {
        this.config = config;
        this.notes = notes;
        this.halt = halt;
        this.members = new MembersFile(config.members());
        final Members first = members.read();
        this.audit = new JsonAuditLog(
                new FileJournalStorage(),
                folder.resolve(Doors.FOLDER),
                Clock.system(),
                failure -> notes.accept("note: the audit log cannot be written: " + Failures.describe(failure)));
        final NodeFixConfig fix = config.fix();
        this.doors = new Doors(
                new Doors.Wanted(
                        folder,
                        config.tcp(),
                        fix == null ? null : fix.door(),
                        fix == null ? List.of() : fix.listings(),
                        config.tcp().lossOnPowerFailure(),
                        true),
                first,
                audit,
                VenueHops.none(),
                VenueGiven.of(Clock.system()));
        this.feed = config.feed() == null ? null : new NodeFeed(folder, config.feed(), notes);
        if (feed != null) {
            tcp().viewSource(feed);
        }
    }

    /**
     * Creates the doors and the feed that the file of a node configures.
     *
     * @param config the configuration of the node
     * @param file the file of the node
     * @param notes takes lines for people, on any thread
     * @param halt ends the process if a door fails
     * @return null if the file has no section [gateway]
     * @throws StartException with all faults of the file and of its members
     */
    public static @Nullable NodeVenue of(
            final ClusterConfig config, final Path file, final Consumer<String> notes, final Halt halt)
            throws StartException {
        final NodeGatewayConfig gateway = NodeFiles.gateway(config, file);
        return gateway == null ? null : new NodeVenue(config.dir(), gateway, notes, halt);
    }

    private TcpGateway tcp() {
        return Objects.requireNonNull(doors.tcp(), "a node with [gateway] must have the door for programs");
    }

    /** The factories of the followers that the log of the node may name, by name. */
    public Map<String, FollowerMaker> followers() {
        final Map<String, FollowerMaker> makers = new HashMap<>();
        makers.put(TcpLayer.NAME, beginning -> once(isTcpMade, TcpLayer.NAME, tcp().attachment()));
        if (feed != null) {
            makers.put(NodeFeed.NAME, feed::make);
        }
        final FixEntrance fix = doors.fix();
        if (fix != null) {
            makers.put(
                    FixEntrance.FOLLOWER,
                    beginning -> once(isFixMade, FixEntrance.FOLLOWER, fix.watching(doors.fixAttachment(fix), notes)));
        }
        return makers;
    }

    private static Attachment once(final AtomicBoolean isMade, final String name, final Attachment attachment) {
        if (isMade.getAndSet(true)) {
            throw new IllegalStateException("the follower " + name + " was removed from the log's followers and added"
                    + " again, and a running node cannot begin its sessions again");
        }
        return attachment;
    }

    /**
     * Opens the doors.
     *
     * @throws StartException if an address cannot be bound, or certificates do not fit
     */
    public void start(final ClusterNode node) throws StartException {
        try {
            startTcp(node.door(TcpLayer.NAME));
            final FixEntrance fix = doors.fix();
            if (fix != null) {
                final NodeDoor log = node.door(FixEntrance.FOLLOWER);
                final List<String> addresses =
                        Objects.requireNonNull(config.fix()).addresses();
                fix.start(new NodeSessionLog(log, addresses), log, this::failed);
                notes.accept("its door listens for " + fix.told());
            }
        } catch (final IllegalArgumentException e) {
            throw new StartException(true, "the door does not open: " + e.getMessage());
        } catch (final UncheckedIOException e) {
            throw new StartException(false, "the door does not open: " + Failures.reason(e));
        }
        if (feed != null) {
            feed.tell();
        }
    }

    private void startTcp(final NodeDoor log) {
        final TcpSettings door = config.tcp();
        final int port = tcp().start(new NodeSessionLog(log, config.addresses()), log, this::refused);
        notes.accept("its door listens on " + door.address().getHostAddress() + ":" + port
                + (door.tls() == null ? "" : " with TLS") + ": "
                + Failures.counted(doors.counting().sessions().size(), "session"));
    }

    /** Called on the door's thread. */
    private void refused(final IllegalArgumentException why) {
        halt.halt(true, "the door of this node cannot open: " + why.getMessage());
    }

    /** Called on the thread of the FIX door. */
    private void failed(final RuntimeException why) {
        if (why instanceof IllegalArgumentException refusal) {
            refused(refusal);
            return;
        }
        halt.halt(
                false,
                "the FIX door of this node has failed: "
                        + Failures.describe(Objects.requireNonNullElse(why.getCause(), why)));
    }

    /** Makes the next {@link #poll} read the members file again. Any thread. */
    public void askForReload() {
        isReloadWanted.set(true);
    }

    /** Runs the feed, and reads the members file again if it has changed. Called about twice a second. */
    public void poll(final ClusterNode node) {
        if (feed != null) {
            feed.poll(node);
        }
        if (isReloadWanted.getAndSet(false)) {
            members.reload(doors, audit, notes);
        } else {
            members.reloadIfChanged(doors, audit, notes);
        }
    }

    /** Ends all connections. Called before the node ends. */
    public void stop() {
        final FixEntrance fix = doors.fix();
        Closing.all(tcp()::stop, fix == null ? null : fix::stop);
    }

    /** Forces and closes all files. Called after the node has ended. */
    @Override
    public void close() {
        Closing.all(doors::close, feed, this::closeAudit);
    }

    private void closeAudit() {
        try {
            audit.close();
        } catch (final IOException e) {
            notes.accept("note: the audit log cannot be closed: " + Failures.describe(e));
        }
    }
}
