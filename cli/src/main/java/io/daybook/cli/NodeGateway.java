package io.daybook.cli;

import io.daybook.api.Attachment;
import io.daybook.cluster.node.ClusterConfig;
import io.daybook.cluster.node.ClusterNode;
import io.daybook.cluster.node.Durability;
import io.daybook.cluster.node.FollowerMaker;
import io.daybook.cluster.node.NodeDoor;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.GatewayConfigReader;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.NodeGatewayConfig;
import io.daybook.gateway.session.AuditEvent;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.SessionLayer;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The doors of a cluster's node for programs, over TCP and FIX: their sessions follow the log, and are let in while the
 * node leads.
 */
final class NodeGateway implements AutoCloseable {
    /** The folder, beside the log, of what sessions were told; the audit log is there too. */
    private static final String FOLDER = "gateway";

    private static final String HUP = "HUP";

    private final Console console;
    private final NodeGatewayConfig door;
    private final DoorMembers members;
    private final WatchedFile watched;
    private final JsonAuditLog audit;
    private final TcpGateway gateway;
    private final @Nullable NodeFeed feed;
    private final @Nullable NodeFix fix;
    private final AtomicBoolean isMade = new AtomicBoolean();
    private final AtomicBoolean isReloadWanted = new AtomicBoolean();
    private @Nullable Object hangUp;

    private NodeGateway(
            final ClusterConfig config,
            final NodeGatewayConfig door,
            final Members members,
            final WatchedFile watched,
            final Console console) {
        this.console = console;
        this.door = door;
        this.watched = watched;
        this.audit = new JsonAuditLog(
                new FileJournalStorage(), config.dir().resolve(FOLDER), Clock.system(), failure -> console.err()
                        .println(
                                "daybook: note: the audit log cannot be written: " + CommandFailure.describe(failure)));
        this.gateway = TcpGateway.builder()
                .settings(door.tcp())
                .members(members)
                .folder(config.dir())
                .knownElsewhere(session -> door.fix() != null) // the log takes no doors beside orders of nobody's
                .auditLog(audit)
                .build();
        this.feed = door.feed() == null ? null : new NodeFeed(config.dir(), door.feed(), console);
        if (feed != null) {
            gateway.viewSource(feed);
        }
        this.fix = door.fix() == null
                ? null
                : new NodeFix(door.fix(), config.dir(), door.tcp().lossOnPowerFailure(), members, audit, console);
        this.members = new DoorMembers(members, gateway::reload, fix);
    }

    /** What the file of a node says of its door; null where it has none. */
    static @Nullable NodeGateway of(final ClusterConfig config, final Path file, final Console console)
            throws CommandFailure {
        final NodeGatewayConfig door = door(config, file);
        if (door == null) {
            return null;
        }
        final WatchedFile watched = new WatchedFile(door.members());
        return new NodeGateway(config, door, members(door), watched, console);
    }

    private static @Nullable NodeGatewayConfig door(final ClusterConfig config, final Path file) throws CommandFailure {
        try {
            return GatewayConfigReader.node(
                    file, GatewayFiles.bytes(file), ClusterConfig.NODES, config.durability() == Durability.PROCESS);
        } catch (final ConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }

    private static Members members(final NodeGatewayConfig door) throws CommandFailure {
        try {
            return MembersReader.read(door.members());
        } catch (final ConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, door.members().toString());
        }
    }

    /**
     * What must be the same on all nodes, and is not.
     *
     * @param files of the nodes, each with its configuration
     */
    static List<String> compare(final List<Path> files, final List<ClusterConfig> configs) throws CommandFailure {
        final List<String> faults = new ArrayList<>();
        final NodeGatewayConfig first = door(configs.get(0), files.get(0));
        final Members firstMembers = first == null ? null : members(first);
        for (int i = 1; i < files.size(); i++) {
            final String node = "node " + configs.get(i).node();
            final NodeGatewayConfig other = door(configs.get(i), files.get(i));
            if (first == null || firstMembers == null || other == null) {
                if ((first == null) != (other == null)) {
                    faults.add("whether there is [gateway] must be the same in all files: " + node + " has "
                            + (other == null ? "none" : "one") + ", the first file "
                            + (first == null ? "none" : "one"));
                }
                continue;
            }
            if (!first.addresses().equals(other.addresses())) {
                faults.add("gateway.addresses must be the same in all files: " + node + " has " + other.addresses()
                        + ", the first file " + first.addresses());
            }
            NodeFix.compare(faults, node, first, other);
            compare(faults, node, firstMembers, members(other));
            faults.addAll(NodeFeed.compare(node, first.feed(), other.feed()));
        }
        return faults;
    }

    private static void compare(
            final List<String> faults, final String node, final Members first, final Members other) {
        first.sessions().forEach(session -> {
            if (!session.equals(other.session(session.session()))) {
                faults.add("gateway.members must say the same on all nodes: " + node + " has "
                        + (other.session(session.session()) == null ? "no session " : "another session ")
                        + session.session() + " than the first file");
            }
        });
        other.sessions().forEach(session -> {
            if (first.session(session.session()) == null) {
                faults.add("gateway.members must say the same on all nodes: " + node + " has session "
                        + session.session() + ", the first file not");
            }
        });
    }

    /** The followers that the log of the node names where there are doors. */
    Map<String, FollowerMaker> followers() {
        final Map<String, FollowerMaker> makers = new HashMap<>();
        makers.put(SessionLayer.NAME, beginning -> attachment());
        if (feed != null) {
            makers.put(NodeFeed.NAME, feed::make);
        }
        if (fix != null) {
            makers.put(NodeFix.FOLLOWER, beginning -> fix.attachment());
        }
        return makers;
    }

    private Attachment attachment() {
        if (isMade.getAndSet(true)) {
            throw new IllegalStateException("the follower " + SessionLayer.NAME + " was named anew behind a place where"
                    + " the log did not name it: a node that runs cannot begin its sessions again");
        }
        return gateway.attachment();
    }

    /** Listens from now on. */
    void start(final ClusterNode node) throws CommandFailure {
        try {
            final NodeDoor log = node.door(SessionLayer.NAME);
            final int port = gateway.start(new NodeLog(log, door.addresses()), log, this::refused);
            console.err()
                    .println("daybook: its door listens on "
                            + door.tcp().address().getHostAddress() + ":" + port
                            + (door.tcp().tls() == null ? "" : " with TLS") + ": "
                            + GatewayCheckCommand.counted(
                                    members.counting().sessions().size(), "session"));
            if (fix != null) {
                console.err()
                        .println("daybook: its door listens for "
                                + fix.start(node.door(NodeFix.FOLLOWER), members.counting(), this::failed));
            }
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, "the door does not open: " + e.getMessage());
        } catch (final UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.FATAL, "the door does not open: " + CommandFailure.reason(e));
        }
        if (feed != null) {
            feed.tell();
        }
        hangUp = Signals.register(HUP, () -> isReloadWanted.set(true));
    }

    /** On the door's thread: a node whose door could not open must not lead. */
    private void refused(final IllegalArgumentException why) {
        console.err().println("daybook: the door of this node cannot open: " + why.getMessage());
        Runtime.getRuntime().halt(ExitCodes.USAGE);
    }

    /** On the thread of the FIX door: a node whose door has failed must not lead. */
    private void failed(final RuntimeException why) {
        if (why instanceof IllegalArgumentException refusal) {
            refused(refusal);
        }
        console.err()
                .println("daybook: the FIX door of this node has failed: "
                        + CommandFailure.describe(Objects.requireNonNullElse(why.getCause(), why)));
        Runtime.getRuntime().halt(ExitCodes.FATAL);
    }

    /** Looks after the feed; reads the members again where they have changed, or a signal wants it. */
    void look(final ClusterNode node) {
        if (feed != null) {
            feed.look(node);
        }
        if (!isReloadWanted.getAndSet(false) && !watched.hasChanged()) {
            return;
        }
        watched.markRead();
        try {
            final Members other = MembersReader.read(door.members());
            members.reload(other);
            console.err()
                    .println("daybook: " + door.members() + ": "
                            + GatewayCheckCommand.counted(other.sessions().size(), "session") + " from now on");
        } catch (final ConfigException e) {
            refuseReload(String.valueOf(e.getMessage()));
        } catch (final IllegalArgumentException e) {
            refuseReload(door.members() + ": " + e.getMessage());
        } catch (final IOException e) {
            refuseReload(CommandFailure.describe(e));
        }
    }

    private void refuseReload(final String fault) {
        audit.write(new AuditEvent.ReloadRefused(fault));
        console.err().println(fault);
        console.err().println("daybook: the members read before go on counting");
    }

    /** Ends all connections, before the node ends. */
    void stop() {
        if (hangUp != null) {
            Signals.unregister(HUP, hangUp);
        }
        Closing.all(gateway::stop, fix == null ? null : fix::stop);
    }

    /** What is open is forced and closed, once the node has ended. */
    @Override
    public void close() {
        Closing.all(gateway, fix, feed, this::closeAudit);
    }

    private void closeAudit() {
        try {
            audit.close();
        } catch (final IOException e) {
            console.err().println("daybook: note: the audit log cannot be closed: " + CommandFailure.describe(e));
        }
    }
}
