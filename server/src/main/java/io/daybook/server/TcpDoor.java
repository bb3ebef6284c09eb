package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.server.config.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door for programs, where the file has a section for it. Used by one thread. */
final class TcpDoor {
    private static final Logger LOG = LoggerFactory.getLogger(TcpDoor.class);
    private static final String FOLDER = "gateway";
    private static final int MAX_MEMBERS_BYTES = 128 << 20;
    private static final int POLL_LIMIT = 1_024;

    private final TcpGateway gateway;
    private final JsonAuditLog audit;
    private int port;
    private boolean isStarted;

    private TcpDoor(final TcpGateway gateway, final JsonAuditLog audit) {
        this.gateway = gateway;
        this.audit = audit;
    }

    /** The door that a file asks for; null for none. */
    static @Nullable TcpDoor of(final VenueFile<ServerSettings> config, final Clock clock) throws StartException {
        final TcpSettings settings = config.tcp();
        final Path file = config.members();
        if (settings == null || file == null) {
            return null;
        }
        final JsonAuditLog audit = new JsonAuditLog(
                new FileJournalStorage(),
                config.data().resolve(FOLDER),
                clock,
                failure -> LOG.error("the audit log of sessions cannot be written", failure));
        return new TcpDoor(
                TcpGateway.builder()
                        .settings(settings)
                        .members(members(file))
                        .folder(config.data())
                        .auditLog(audit)
                        .build(),
                audit);
    }

    Attachment attachment() {
        return gateway.attachment();
    }

    void start(final Exchange exchange, final Path data) throws StartException {
        try {
            port = gateway.start(
                    exchange, UUID.fromString(JournalReader.open(data).exchangeId()));
            isStarted = true;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, "the door for programs does not open: " + e.getMessage());
        }
    }

    int port() {
        return port;
    }

    /** Other members count from now on, all of them or none. */
    void reload(final VenueFile<ServerSettings> other) throws StartException {
        final Path file = other.members();
        if (file == null) {
            throw new StartException(true, "members is missing, and the door for programs is open");
        }
        try {
            gateway.reload(members(file));
        } catch (IllegalArgumentException e) {
            throw new StartException(true, file + ": " + e.getMessage());
        }
    }

    /** Ends all sessions; it goes on following the exchange. */
    void stop() {
        gateway.stop();
    }

    /** Ends the exchange, which waits at its end for its followers, and then the door. */
    void close(final Exchange exchange) {
        if (isStarted) {
            gateway.stop();
            exchange.close();
        } else {
            final Thread closing = new Thread(exchange::close, "daybook-close");
            closing.start();
            final FollowerPoller poller =
                    exchange.poller(gateway.attachment().follower().name());
            while (closing.isAlive() || !poller.isDrained()) {
                if (poller.poll(POLL_LIMIT) == 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
        }
        gateway.close();
        try {
            audit.close();
        } catch (IOException e) {
            LOG.warn("the audit log of sessions cannot be closed", e);
        }
    }

    private static Members members(final Path file) throws StartException {
        try (InputStream in = Files.newInputStream(file)) {
            return MembersReader.read(file.toString(), in.readNBytes(MAX_MEMBERS_BYTES));
        } catch (ConfigException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new StartException(true, "members: " + file + " cannot be read: " + e.getMessage());
        }
    }
}
