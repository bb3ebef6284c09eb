package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Listing;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.server.DoorFollowers;
import io.daybook.server.FolderHistory;
import io.daybook.server.StartException;
import io.daybook.server.VenueDoors;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.DoorMembers;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.Histories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The doors of a venue for programs, over TCP and FIX, the members that may log in, and the feed. Each part may be
 * missing. The exchange runs in this process or, on a cluster, is the node's log. Used by one thread, except for the
 * methods of {@link VenueDoors}.
 */
final class Doors implements VenueDoors {
    /** The folder of the sessions' outboxes, next to the journal or the log; the audit log is there too. */
    static final String FOLDER = "gateway";

    /** The subfolder for the times of some commands. */
    private static final String HOPS = "hops";

    /**
     * The settings of a file.
     *
     * @param folder the folder of the exchange, or of the node
     * @param tcp the door for programs; null for none
     * @param fix the FIX door; null for none
     * @param listings the listings that FIX members can name
     * @param lossOnPowerFailure whether a power failure may take back answers
     * @param onNode whether the exchange is the log of a cluster's node. A node opens no door if the log has orders
     *     that belong to no session book, so each book may assume that the other has a session
     */
    record Wanted(
            Path folder,
            @Nullable TcpSettings tcp,
            @Nullable FixDoor fix,
            List<Listing> listings,
            boolean lossOnPowerFailure,
            boolean onNode) {

        /** The history of the exchange. The log of a cluster always stays in its first history. */
        Histories.Current history() {
            return onNode ? Histories.Current.FIRST : FolderHistory.of(folder);
        }
    }

    private final Path folder;
    private final @Nullable TcpGateway tcp;
    private final @Nullable FixEntrance fix;
    private final VenueHops hops;
    private final DoorMembers members;
    private final IntPredicate knownToTcp;
    private volatile @Nullable FeedEntrance feed;
    private int port;
    private boolean isTcpStarted;

    /**
     * Creates the doors; none listens yet.
     *
     * @param first the initial members
     * @param audit the audit log of all doors; the caller closes it
     * @param hops takes the times of commands
     * @param given clocks, and hooks of connections
     */
    Doors(
            final Wanted wanted,
            final Members first,
            final AuditLog audit,
            final VenueHops hops,
            final VenueGiven given) {
        this.folder = wanted.folder;
        this.hops = hops;
        final FixDoor fixDoor = wanted.fix;
        final FixEntrance fixEntrance = fixDoor == null ? null : new FixEntrance(wanted, fixDoor, first, audit, given);
        this.fix = fixEntrance;
        final TcpSettings tcpDoor = wanted.tcp;
        this.tcp = tcpDoor == null
                ? null
                : TcpGateway.builder()
                        .settings(tcpDoor)
                        .members(first)
                        .folder(folder)
                        .history(wanted.history())
                        .auditLog(audit)
                        .hops(hops)
                        .clock(given.clock())
                        .hook(given.tcp())
                        .knownElsewhere(knownToFix(wanted, fixEntrance))
                        .build();
        this.knownToTcp = knownToTcp(wanted, tcp);
        this.members = new DoorMembers(first, tcp == null ? null : tcp::reload, fix);
    }

    private static IntPredicate knownToFix(final Wanted wanted, final @Nullable FixEntrance fix) {
        if (wanted.onNode) {
            return session -> fix != null;
        }
        final boolean hadFix = DoorFollowers.has(wanted.folder, FixEntrance.FOLLOWER);
        return fix == null ? session -> hadFix : fix::knows;
    }

    private static IntPredicate knownToTcp(final Wanted wanted, final @Nullable TcpGateway tcp) {
        if (wanted.onNode) {
            return session -> true;
        }
        final boolean hadTcp = DoorFollowers.has(wanted.folder, TcpLayer.NAME);
        return tcp == null ? session -> hadTcp : tcp::knows;
    }

    /** The door for programs; null for none. */
    @Nullable
    TcpGateway tcp() {
        return tcp;
    }

    /** The FIX door; null for none. */
    @Nullable
    FixEntrance fix() {
        return fix;
    }

    /** The feed; null for none. */
    @Nullable
    FeedEntrance feed() {
        return feed;
    }

    /** Sets the open feed, before the exchange starts. */
    void feed(final FeedEntrance opened) {
        feed = opened;
    }

    /** The recorder of the times of commands. */
    VenueHops hops() {
        return hops;
    }

    /** Returns whether there is a door that needs members. */
    boolean haveMembers() {
        return tcp != null || fix != null;
    }

    /** The members that are in force. Any thread. */
    Members counting() {
        return members.counting();
    }

    /**
     * Replaces the members at every door, or at none.
     *
     * @throws IllegalArgumentException if a door refuses them
     */
    void reload(final Members other) {
        members.reload(other);
    }

    /** The followers of doors and feed. */
    List<Attachment> attachments() {
        final List<Attachment> attachments = new ArrayList<>();
        if (tcp != null) {
            attachments.add(tcp.attachment());
        }
        if (fix != null) {
            attachments.add(fixAttachment(fix));
        }
        if (feed != null) {
            attachments.add(feed.attachment());
        }
        return attachments;
    }

    /** The follower of the FIX door. */
    Attachment fixAttachment(final FixEntrance entrance) {
        return entrance.attachment(knownToTcp);
    }

    /** Begins to send the feed, before the first command and the first subscriber. */
    void startFeed(final Exchange exchange, final UUID id) throws StartException {
        final FeedEntrance opened = feed;
        if (opened == null) {
            return;
        }
        opened.start(exchange, id);
        final ViewSource views = opened.views();
        if (views != null && tcp != null) {
            tcp.viewSource(views);
        }
    }

    /** Opens the doors for sessions. */
    void open(final Exchange exchange, final UUID id) throws StartException {
        try {
            if (fix != null) {
                fix.start(exchange);
            }
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, "the FIX door does not open: " + Failures.reason(e));
        }
        try {
            if (tcp != null) {
                port = tcp.start(exchange, id);
                isTcpStarted = true;
            }
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, "the door for programs does not open: " + Failures.reason(e));
        }
    }

    /** The port of the door for programs; 0 if there is none, or it is not open. */
    int tcpPort() {
        return port;
    }

    /** The addresses of FIX and of the feed, one per line, for people. */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        if (fix != null) {
            lines.add(fix.told());
        }
        if (feed != null) {
            lines.add(feed.told());
        }
        return lines;
    }

    @Override
    public List<SessionStatus> sessions() {
        final List<SessionStatus> all = new ArrayList<>();
        if (tcp != null) {
            all.addAll(tcp.sessions());
        }
        if (fix != null) {
            all.addAll(fix.sessions());
        }
        all.sort(Comparator.comparingInt(SessionStatus::session));
        return all;
    }

    @Override
    public boolean end(final int session) {
        return tcp != null && tcp.end(session) || fix != null && fix.end(session);
    }

    @Override
    public int upCount(final Protocol protocol) {
        return switch (protocol) {
            case TCP -> tcp == null ? -1 : tcp.upCount();
            case FIX -> fix == null ? -1 : fix.upCount();
        };
    }

    @Override
    public int count(final Protocol protocol) {
        return (int) members.counting().sessions().stream()
                .filter(session -> session.protocol() == protocol && !session.retired())
                .count();
    }

    @Override
    public boolean readHops(final long seq, final long[] byCode) {
        if (feed != null) {
            feed.readHops(seq, byCode);
        }
        return hops.read(seq, byCode);
    }

    /** Writes the times of some commands. Called once everything has ended. */
    void writeHops() throws IOException {
        final Path written = folder.resolve(FOLDER).resolve(HOPS);
        hops.write(written);
        if (feed != null) {
            feed.writeHops(written);
        }
    }

    /** Ends all sessions; the doors still follow the exchange. */
    void stop() {
        Closing.all(tcp != null && isTcpStarted ? tcp::stop : null, fix == null ? null : fix::stop);
    }

    /** Ends the exchange. It waits for its followers, and after a failed start some of them may not poll yet. */
    void end(final Exchange exchange) {
        final List<FollowerPoller> pollers = unstarted(exchange);
        if (pollers.isEmpty()) {
            exchange.close();
        } else {
            UnstartedFollowers.close(exchange, pollers);
        }
    }

    /** The pollers of parts that follow the exchange, and do not poll by themselves yet. */
    List<FollowerPoller> unstarted(final Exchange exchange) {
        final List<FollowerPoller> pollers = new ArrayList<>();
        if (tcp != null && !isTcpStarted) {
            pollers.add(exchange.poller(tcp.attachment().follower().name()));
        }
        if (fix != null && !fix.isRunning()) {
            pollers.add(exchange.poller(FixEntrance.FOLLOWER));
        }
        if (feed != null && !feed.isRunning()) {
            pollers.add(exchange.poller(FeedEntrance.FOLLOWER));
        }
        return pollers;
    }

    /** Closes all parts. Called once the exchange has ended, or its start has failed. */
    void close() {
        Closing.all(tcp, fix, feed);
    }
}
