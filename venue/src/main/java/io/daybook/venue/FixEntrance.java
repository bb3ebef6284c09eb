package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.gateway.fix.view.Views;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.DoorMembers;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The FIX door of a venue with all its services. Used by one thread. On a cluster's node it offers no market data,
 * positions or collateral, because the process has no exchange to query.
 */
public final class FixEntrance implements DoorMembers.Door, AutoCloseable {
    /** The name of the door's follower. */
    public static final String FOLLOWER = FixGateway.FOLLOWER;

    private final FixDoor door;
    private final List<Listing> listed;
    private final FixListings listings;
    private final @Nullable Views views;
    private final FixGateway gateway;
    private Members members;
    private IntPredicate isKnownElsewhere = session -> false;
    private int port;
    private boolean isOpen;

    /**
     * Creates the door; it listens once it is started.
     *
     * @param wanted the venue's folder, its listings and the kind of its exchange
     * @param door the address and the limits of the door
     * @param members the members of all doors
     * @param audit the audit log of all doors; the caller closes it
     * @param given the clock, and hooks of connections
     */
    FixEntrance(
            final Doors.Wanted wanted,
            final FixDoor door,
            final Members members,
            final AuditLog audit,
            final VenueGiven given) {
        this.door = door;
        this.members = members;
        this.listed = List.copyOf(wanted.listings());
        this.listings = new FixListings(listed, door.slippage());
        final FixGateway.Builder builder = FixGateway.builder()
                .settings(new FixSettings(
                        door.address(), door.port(), door.tls(), door.limits(), wanted.lossOnPowerFailure()))
                .members(members)
                .listings(listings)
                .folder(wanted.folder())
                .history(wanted.history())
                .knownElsewhere(session -> isKnownElsewhere.test(session))
                .clock(given.clock())
                .hook(given.fix())
                .auditLog(audit);
        final Views own = wanted.onNode() ? null : new Views(listed, given.clock());
        (own == null ? Views.ofListings(listings::listed) : own.handlers()).forEach(builder::handler);
        this.views = own;
        this.gateway = builder.build();
    }

    /**
     * The follower of the door.
     *
     * @param other whether the book of another door has a session
     */
    Attachment attachment(final IntPredicate other) {
        isKnownElsewhere = other;
        return gateway.attachment();
    }

    /**
     * The follower of the door on a cluster's node, which also checks the symbols of the log.
     *
     * @param notes takes lines for people, on the follower's thread
     */
    Attachment watching(final Attachment own, final Consumer<String> notes) {
        return new Attachment(
                new ListingWatch(own.follower(), listed, (listing, symbol) -> contradict(listing, symbol, notes)),
                own.onFailure(),
                own.wakeUp());
    }

    private void contradict(final Listing listing, final SymbolSpec symbol, final Consumer<String> notes) {
        final boolean isTold = listings.contradict(symbol);
        notes.accept("FIX takes no orders for " + listing.name()
                + (isTold
                        ? ", and reports resting ones in the units of the log: "
                        : ", and ends sessions that would get reports of resting ones: ")
                + ListingWatch.told(listing, symbol));
    }

    /** Returns whether the door's book has a session. Called while the exchange starts. */
    boolean knows(final int session) {
        return gateway.knows(session);
    }

    /**
     * Opens the door.
     *
     * @throws IllegalArgumentException if members or certificates do not fit, or the address cannot be bound
     */
    void start(final Exchange exchange) {
        isOpen = true;
        if (views != null) {
            views.open(exchange);
        }
        port = gateway.start(exchange);
    }

    /**
     * Opens the door of a cluster's node.
     *
     * @param onFailure runs on the door's thread if the door can never open, or has failed
     * @throws IllegalArgumentException if members or certificates do not fit, or the address cannot be bound
     */
    void start(final SessionLog log, final FollowerPoller polled, final Consumer<RuntimeException> onFailure) {
        isOpen = true;
        port = gateway.start(log, polled, onFailure);
    }

    /** Ends a day without opening the door. Returns whether all commands were sent. */
    boolean roll(final Exchange exchange) {
        gateway.startWithoutDoor(exchange);
        return gateway.roll();
    }

    /** Returns whether the door's own thread polls the exchange. */
    boolean isRunning() {
        return gateway.isRunning();
    }

    @Override
    public void requireFit(final Members other) {
        gateway.requireFit(other);
    }

    @Override
    public void reload(final Members other) {
        gateway.reload(other);
        members = other;
    }

    /** The number of sessions that are logged on. Any thread. */
    int upCount() {
        return gateway.upCount();
    }

    /** The sessions of the door, by ascending number. Any thread. */
    List<SessionStatus> sessions() {
        return gateway.sessions();
    }

    /**
     * Ends the connection of a session. Any thread.
     *
     * @return whether the session had a connection
     */
    boolean end(final int session) {
        return gateway.end(session);
    }

    /** The address of the door, for people. */
    String told() {
        final long sessions = members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .count();
        return "FIX 4.4 on " + door.address().getHostAddress() + ":" + port + (door.tls() == null ? "" : " with TLS")
                + ": " + Failures.counted(sessions, "session");
    }

    /** Ends all connections; the door continues to follow the exchange. */
    void stop() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        Closing.all(gateway::stop, views);
    }

    @Override
    public void close() {
        Closing.all(this::stop, gateway);
    }
}
