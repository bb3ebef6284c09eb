package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.fix.FixListings;
import io.daybook.gateway.fix.FixSettings;
import io.daybook.gateway.fix.view.Views;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.Protocol;
import io.daybook.gateway.session.SessionStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;

/** The FIX door of a venue with all that answers behind it. Used by one thread. */
public final class FixEntrance implements DoorMembers.Door, AutoCloseable {
    /** The name of its follower. */
    public static final String FOLLOWER = FixGateway.FOLLOWER;

    private final FixDoor door;
    private final Members members;
    private final Views views;
    private final FixGateway gateway;
    private IntPredicate isKnownElsewhere = session -> false;
    private int port;
    private boolean isOpen;

    /**
     * Makes it; it listens once it is started.
     *
     * @param data the exchange's folder
     * @param listings what FIX members can name
     * @param lossOnPowerFailure whether answers may leave that a power failure takes back
     * @param door where it listens, and its limits
     * @param members of all doors
     * @param audit of all doors; whoever gave it closes it
     */
    public FixEntrance(
            final Path data,
            final List<Listing> listings,
            final boolean lossOnPowerFailure,
            final FixDoor door,
            final Members members,
            final AuditLog audit) {
        this.door = door;
        this.members = members;
        this.views = new Views(listings);
        final FixGateway.Builder builder = FixGateway.builder()
                .settings(new FixSettings(door.address(), door.port(), door.tls(), door.limits(), lossOnPowerFailure))
                .members(members)
                .listings(new FixListings(listings, door.slippage()))
                .folder(data)
                .knownElsewhere(session -> isKnownElsewhere.test(session))
                .auditLog(audit);
        views.handlers().forEach(builder::handler);
        this.gateway = builder.build();
    }

    /** How it hears of results, given who else may know a session. */
    public Attachment attachment(final IntPredicate other) {
        isKnownElsewhere = other;
        return gateway.attachment();
    }

    /** Whether its book knows a session. Asked while the exchange starts. */
    public boolean knows(final int session) {
        return gateway.knows(session);
    }

    /**
     * Opens the door.
     *
     * @throws IllegalArgumentException where members or certificates do not fit, or the address cannot be bound
     */
    public void start(final Exchange exchange) {
        isOpen = true;
        views.open(exchange);
        port = gateway.start(exchange);
    }

    /** Ends a day without opening the door; whether all was sent. */
    public boolean roll(final Exchange exchange) {
        gateway.startWithoutDoor(exchange);
        return gateway.roll();
    }

    /** Whether it follows the exchange by itself. */
    public boolean isRunning() {
        return gateway.isRunning();
    }

    @Override
    public void requireFit(final Members other) {
        gateway.requireFit(other);
    }

    @Override
    public void reload(final Members other) {
        gateway.reload(other);
    }

    /** How many sessions are logged on. Any thread. */
    public int upCount() {
        return gateway.upCount();
    }

    /** All its sessions, by ascending number. Any thread. */
    public List<SessionStatus> sessions() {
        return gateway.sessions();
    }

    /**
     * Ends the connection of a session. Any thread.
     *
     * @return whether it had one
     */
    public boolean end(final int session) {
        return gateway.end(session);
    }

    /** Where it listens, for people. */
    public String told() {
        final long sessions = members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .count();
        return "FIX 4.4 on " + door.address().getHostAddress() + ":" + port + (door.tls() == null ? "" : " with TLS")
                + ": " + sessions + (sessions == 1 ? " session" : " sessions");
    }

    /** Ends all connections; it goes on following the exchange. */
    public void stop() {
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
