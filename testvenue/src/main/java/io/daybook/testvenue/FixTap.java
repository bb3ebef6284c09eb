package io.daybook.testvenue;

import io.daybook.gateway.fix.FixHook;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;

/** Stands in the connections of the FIX door, between the decoder and the door. */
final class FixTap implements FixHook {
    private static final String SECRET = "\001554=";

    private final Traffic traffic;

    FixTap(final Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public void connected(final IoFilterChain chain) {
        chain.addLast("testvenue", new Tap());
    }

    private final class Tap extends IoFilterAdapter {
        @Override
        public void messageReceived(final NextFilter next, final IoSession io, final Object message) {
            traffic.add("fix", FixText.value(String.valueOf(message), 49), shown(String.valueOf(message)), null, null);
            next.messageReceived(io, message);
        }

        @Override
        public void filterWrite(final NextFilter next, final IoSession io, final WriteRequest request) {
            final String message = String.valueOf(request.getMessage());
            traffic.add("fix", FixText.value(message, 56), "", shown(message), null);
            next.filterWrite(io, request);
        }
    }

    private static String shown(final String message) {
        final int at = message.indexOf(SECRET);
        final String shown = at < 0
                ? message
                : message.substring(0, at) + SECRET + "…" + message.substring(message.indexOf('\001', at + 1));
        return shown.replace('\001', '|');
    }
}
