package io.daybook.cli;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.fix.FixListings;
import io.daybook.gateway.fix.FixSettings;
import io.daybook.gateway.fix.view.Views;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.Protocol;
import java.util.function.IntPredicate;

/** The FIX door of a venue with all that answers behind it. Used by one thread. */
final class FixEntrance implements AutoCloseable {
    /** The name of its follower. */
    static final String FOLLOWER = FixGateway.FOLLOWER;

    private final FixDoor door;
    private final Members members;
    private final Views views;
    private final FixGateway gateway;
    private IntPredicate isKnownElsewhere = session -> false;
    private int port;

    FixEntrance(final GatewayConfig config, final FixDoor door, final Members members, final AuditLog audit) {
        this.door = door;
        this.members = members;
        this.views = new Views(config.listings());
        final FixGateway.Builder builder = FixGateway.builder()
                .settings(new FixSettings(
                        door.address(), door.port(), door.tls(), door.limits(), config.lossOnPowerFailure()))
                .members(members)
                .listings(new FixListings(config.listings(), door.slippage()))
                .folder(config.data())
                .knownElsewhere(session -> isKnownElsewhere.test(session))
                .auditLog(audit);
        views.handlers().forEach(builder::handler);
        this.gateway = builder.build();
    }

    /** How it hears of results, given who else may know a session. */
    Attachment attachment(final IntPredicate other) {
        isKnownElsewhere = other;
        return gateway.attachment();
    }

    boolean knows(final int session) {
        return gateway.knows(session);
    }

    void start(final Exchange exchange) {
        views.open(exchange);
        port = gateway.start(exchange);
    }

    /** Ends a day without opening the door; whether all was sent. */
    boolean roll(final Exchange exchange) {
        gateway.startWithoutDoor(exchange);
        return gateway.roll();
    }

    /** Whether it follows the exchange by itself. */
    boolean isRunning() {
        return gateway.isRunning();
    }

    void reload(final Members other) {
        gateway.reload(other);
    }

    /** Where it listens, for people. */
    String told() {
        final long sessions = members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .count();
        return "FIX 4.4 on " + door.address().getHostAddress() + ":" + port + (door.tls() == null ? "" : " with TLS")
                + ": " + GatewayCheckCommand.counted(sessions, "session");
    }

    void stop() {
        gateway.stop();
        views.close();
    }

    @Override
    public void close() {
        gateway.close();
    }
}
