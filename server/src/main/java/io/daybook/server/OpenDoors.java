package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.SessionLayer;
import io.daybook.gateway.session.VenueHops;
import io.daybook.gateway.session.ViewSource;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The doors of a venue for programs, whichever command has opened it: each may be missing.
 *
 * @param tcp for programs that speak the binary protocol
 * @param fix for those that speak FIX
 * @param feed what the public may see
 */
public record OpenDoors(
        @Nullable TcpGateway tcp,
        @Nullable FixEntrance fix,
        @Nullable FeedEntrance feed) {

    /**
     * The door for programs, not open yet.
     *
     * @param data the exchange's folder
     * @param fix the door beside it, or null: sessions of FIX are known there, or where it is away by its follower
     */
    public static TcpGateway gateway(
            final Path data,
            final TcpSettings settings,
            final Members members,
            final AuditLog audit,
            final VenueHops hops,
            final @Nullable FixEntrance fix) {
        final boolean hadFix = DoorFollowers.has(data, FixEntrance.FOLLOWER);
        return TcpGateway.builder()
                .settings(settings)
                .members(members)
                .folder(data)
                .auditLog(audit)
                .hops(hops)
                .knownElsewhere(session -> fix == null ? hadFix : fix.knows(session))
                .build();
    }

    /**
     * How they hear of results.
     *
     * @param data the exchange's folder
     */
    public List<Attachment> attachments(final Path data) {
        final boolean hadTcp = DoorFollowers.has(data, SessionLayer.NAME);
        final List<Attachment> attachments = new ArrayList<>();
        if (tcp != null) {
            attachments.add(tcp.attachment());
        }
        if (fix != null) {
            attachments.add(fix.attachment(session -> tcp == null ? hadTcp : tcp.knows(session)));
        }
        if (feed != null) {
            attachments.add(feed.attachment());
        }
        return attachments;
    }

    /** Begins to send the feed: before anybody can send a command, and before anybody can subscribe. */
    public void startFeed(final Exchange exchange, final UUID id) throws StartException {
        if (feed == null) {
            return;
        }
        feed.start(exchange, id);
        final ViewSource views = feed.views();
        if (views != null && tcp != null) {
            tcp.viewSource(views);
        }
    }

    /**
     * Which members count at them.
     *
     * @param first those with which they were made
     */
    public DoorMembers members(final Members first) {
        return new DoorMembers(first, tcp == null ? null : tcp::reload, fix);
    }

    /** Closes all, once the exchange has ended, or where its start has failed. */
    public void close() {
        Closing.all(tcp, fix, feed);
    }

    /**
     * Those who follow an exchange and do not poll: its start has failed between them.
     *
     * @param isTcpStarted whether the door for programs lets sessions in
     */
    public List<FollowerPoller> unstarted(final Exchange exchange, final boolean isTcpStarted) {
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
}
