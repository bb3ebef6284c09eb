package io.daybook.client;

import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The settings of a client. */
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

    /** All settings except the secret. */
    @Override
    public String toString() {
        return "ClientConfig[" + addresses + ", session=" + session + "]";
    }
}
