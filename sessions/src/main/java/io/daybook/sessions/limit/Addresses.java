package io.daybook.sessions.limit;

import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections, failed logins and refused connections of each address ({@link AddressBlock}) at a door for
 * TCP or FIX. An address with too many failures gets no connection for the rest of the minute. HTTP counts its failed
 * logins apart, in {@code Limiter}, which still admits valid keys of such an address, because several clients may share
 * it. The memory is bounded for any number of addresses.
 */
public final class Addresses {
    private static final int MAX_ADDRESSES = 1 << 16;
    private static final long SECOND = 1_000_000_000;
    private static final long MINUTE = 60 * SECOND;

    private final SessionLimits limits;
    private final AuditLog audit;
    private final Map<InetAddress, Counts> counts = new LinkedHashMap<>();
    private long lastSweepNs;
    private long refusedOfOthers;

    private static final class Counts {
        private int connections;
        private int failures;
        private long minuteBeganNs;
        private long refused;
        private String reason = "";
    }

    /** Creates counters without an address. */
    public Addresses(final SessionLimits limits, final AuditLog audit) {
        this.limits = limits;
        this.audit = audit;
    }

    /**
     * Counts a connection.
     *
     * @param reason the reason for which it is refused in any case, or null
     * @return whether the connection may stay
     */
    public boolean connect(final InetAddress address, final @Nullable String reason, final long nowNs) {
        final InetAddress block = AddressBlock.of(address);
        Counts own = counts.get(block);
        if (own == null) {
            if (counts.size() >= MAX_ADDRESSES) {
                refusedOfOthers++;
                return false;
            }
            own = new Counts();
            own.minuteBeganNs = nowNs;
            counts.put(block, own);
        }
        final String fault = reason != null
                ? reason
                : own.connections >= limits.connectionsPerAddress()
                        ? "CONNECTIONS_OF_ADDRESS"
                        : hasFailedTooOften(own, nowNs) ? "TOO_MANY_FAILURES" : null;
        if (fault != null) {
            own.refused++;
            own.reason = fault;
            return false;
        }
        own.connections++;
        return true;
    }

    /** Counts that a connection has ended. */
    public void disconnect(final InetAddress address) {
        final Counts own = counts.get(AddressBlock.of(address));
        if (own != null) {
            own.connections--;
        }
    }

    /** Counts a failed login. */
    public void failed(final InetAddress address, final long nowNs) {
        final Counts own = counts.get(AddressBlock.of(address));
        if (own != null) {
            beginMinute(own, nowNs);
            own.failures++;
        }
    }

    /** Returns whether so many logins of an address failed that its next one is not checked. */
    public boolean hasFailedTooOften(final InetAddress address, final long nowNs) {
        final Counts own = counts.get(AddressBlock.of(address));
        return own != null && hasFailedTooOften(own, nowNs);
    }

    private boolean hasFailedTooOften(final Counts own, final long nowNs) {
        beginMinute(own, nowNs);
        return own.failures >= limits.failedLoginsPerMinute();
    }

    private static void beginMinute(final Counts own, final long nowNs) {
        if (nowNs - own.minuteBeganNs >= MINUTE) {
            own.minuteBeganNs = nowNs;
            own.failures = 0;
        }
    }

    /** Logs refused addresses once a second, and drops addresses without connections and counts. */
    public void tick(final long nowNs) {
        if (nowNs - lastSweepNs < SECOND) {
            return;
        }
        lastSweepNs = nowNs;
        if (refusedOfOthers > 0) {
            audit.write(new AuditEvent.ConnectionsRefused("others", "ADDRESSES", refusedOfOthers));
            refusedOfOthers = 0;
        }
        final Iterator<Map.Entry<InetAddress, Counts>> all = counts.entrySet().iterator();
        while (all.hasNext()) {
            final Map.Entry<InetAddress, Counts> each = all.next();
            final Counts own = each.getValue();
            if (own.refused > 0) {
                audit.write(new AuditEvent.ConnectionsRefused(each.getKey().getHostAddress(), own.reason, own.refused));
                own.refused = 0;
            }
            beginMinute(own, nowNs);
            if (own.connections == 0 && own.failures == 0) {
                all.remove();
            }
        }
    }
}
