package io.daybook.client;

import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What a builder has collected. */
record ClientConfig(
        List<VenueAddress> addresses,
        int session,
        String secret,
        String program,
        @Nullable SSLContext tls,
        int heartbeatMs,
        long minReconnectMs,
        long maxReconnectMs,
        boolean dropCopy,
        boolean busySpin) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "ClientConfig[" + addresses + ", session=" + session + "]";
    }
}
