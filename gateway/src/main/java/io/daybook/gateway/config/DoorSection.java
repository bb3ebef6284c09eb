package io.daybook.gateway.config;

import io.daybook.config.Printable;
import io.daybook.config.Section;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the keys that all doors' sections have: address, TLS (the door's own, else the common one), and limits. */
public final class DoorSection {
    private static final String LOCAL = "127.0.0.1";
    private static final Pattern NUMERALS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final int MAX_PORT = 65_535;
    private static final int MAX_CLOSED_KEPT = 1 << 24;

    private final Path folder;
    private final Section section;

    DoorSection(final Path folder, final Section section) {
        this.folder = folder;
        this.section = section;
    }

    /**
     * The TLS of the door, or null for none; a public address without TLS is a fault.
     *
     * @param name the name of the section
     */
    @Nullable
    TlsSettings tls(final String name, final InetAddress address, final @Nullable Section tlsOfAllDoors) {
        final Section own = section.section("tls");
        if (own == null && tlsOfAllDoors == null && !address.isLoopbackAddress()) {
            section.fault(
                    "bind",
                    "\"" + address.getHostAddress() + "\" needs TLS, because other machines can reach it. Set " + name
                            + ".tls.certificate and " + name + ".tls.key, or bind 127.0.0.1.");
        }
        return tls(folder, own == null ? tlsOfAllDoors : own);
    }

    /** The port, which is required. */
    int port() {
        return (int) section.whole("port", 0, MAX_PORT);
    }

    /** The address to listen on. */
    InetAddress address() {
        return address(section);
    }

    /** The address in a section; a loopback address after a fault. */
    public static InetAddress address(final Section section) {
        final InetAddress address = numerals(section, "bind", section.text("bind", LOCAL));
        return address == null ? InetAddress.getLoopbackAddress() : address;
    }

    /** Accepts only numerals, because a name can change its address. Null after a fault. */
    static @Nullable InetAddress numerals(final Section section, final String key, final String text) {
        try {
            if (NUMERALS.matcher(text).matches()) {
                return InetAddress.getByName(text);
            }
        } catch (UnknownHostException e) {
            // This is the same fault as below.
        }
        section.fault(key, "\"" + Printable.of(text) + "\" must be a numeric address, such as 127.0.0.1 or ::1.");
        return null;
    }

    /**
     * The files of a TLS section.
     *
     * @param folder the folder to which paths are relative
     * @return null without a section, or after a fault
     */
    public static @Nullable TlsSettings tls(final Path folder, final @Nullable Section tls) {
        if (tls == null) {
            return null;
        }
        final Path certificate = tls.path("certificate", folder);
        final Path key = tls.path("key", folder);
        final Path authorities = tls.optionalPath("clientCertificates", folder);
        tls.finish();
        return certificate == null || key == null ? null : new TlsSettings(certificate, key, authorities);
    }

    /** The limits, or null after a fault. */
    @Nullable
    SessionLimits limits() {
        return limits(section.section("limits"));
    }

    private static @Nullable SessionLimits limits(final @Nullable Section limits) {
        final SessionLimits usual = SessionLimits.DEFAULT;
        if (limits == null) {
            return usual;
        }
        final int most = Integer.MAX_VALUE;
        final int inFlight = limits.whole("inFlight", usual.inFlight(), 1, most);
        final int refusals = limits.whole("refusalsPerSecond", usual.refusalsPerSecond(), 1, most);
        final int connections = limits.whole("connections", usual.connections(), 1, most);
        final int perAddress = limits.whole("connectionsPerAddress", usual.connectionsPerAddress(), 1, most);
        final int notLoggedIn = limits.whole("notLoggedIn", usual.notLoggedIn(), 1, most);
        final int loginMs = limits.whole("loginMs", usual.loginMs(), 1, most);
        final int failed = limits.whole("failedLoginsPerMinute", usual.failedLoginsPerMinute(), 1, most);
        final long unsent = limits.whole("unsentBytes", usual.unsentBytes(), 1, Long.MAX_VALUE);
        final long behind = limits.whole("behindBytes", usual.behindBytes(), 1, Long.MAX_VALUE);
        final int stuckMs = limits.whole("stuckMs", usual.stuckMs(), 1, most);
        final long outboxBytes = limits.whole("outboxKeptBytes", usual.outboxKeptBytes(), 1, Long.MAX_VALUE);
        final int outboxDays = limits.whole("outboxKeptDays", usual.outboxKeptDays(), 1, most);
        final int closedKept = limits.whole("closedKept", usual.closedKept(), 1, MAX_CLOSED_KEPT);
        limits.finish();
        return limits.attempt(
                "closedKept",
                () -> new SessionLimits(
                        inFlight,
                        refusals,
                        connections,
                        perAddress,
                        notLoggedIn,
                        loginMs,
                        failed,
                        unsent,
                        behind,
                        stuckMs,
                        outboxBytes,
                        outboxDays,
                        closedKept));
    }
}
