package io.daybook.gateway.config;

import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The section {@code [tcp]} with {@code [tcp.limits]}, and its TLS: {@code [tcp.tls]}, else the one of all doors. */
final class TcpSection {
    private final Section section;
    private final DoorSection door;

    TcpSection(final Path folder, final Section section) {
        this.section = section;
        this.door = new DoorSection(folder, section);
    }

    /** The settings of the door, or null after a fault. */
    @Nullable
    TcpSettings read(final @Nullable Section tlsOfAllDoors, final boolean lossOnPowerFailure) {
        final InetAddress address = door.address();
        final int port = door.port();
        final TlsSettings tls = door.tls("tcp", address, tlsOfAllDoors);
        final int spinMicros = section.whole("spinMicros", TcpSettings.DEFAULT_SPIN_MICROS, 0, Integer.MAX_VALUE);
        final SessionLimits limits = door.limits();
        section.finish();
        return limits == null
                ? null
                : section.attempt(
                        "", () -> new TcpSettings(address, port, tls, limits, lossOnPowerFailure, spinMicros));
    }
}
