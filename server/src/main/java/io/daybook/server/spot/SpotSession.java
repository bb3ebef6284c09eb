package io.daybook.server.spot;

import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.stream.PeerSession;
import io.daybook.wire.json.Json;
import java.util.function.Consumer;

/** The session of a socket of the dialect. */
abstract class SpotSession extends PeerSession {
    /** The largest number of streams of one socket. */
    static final int MAX_STREAMS = 200;

    private static final long MAX_ID = Long.MAX_VALUE;

    private final boolean takesDecimals;

    /**
     * Makes a session.
     *
     * @param takesDecimals whether a message may have decimals without quotes
     */
    SpotSession(final WebSocket socket, final Caller caller, final Dispatcher dispatcher, final boolean takesDecimals) {
        super(socket, caller, dispatcher);
        this.takesDecimals = takesDecimals;
    }

    static Problem tooMany() {
        return SpotErrors.of(SpotErrors.NOT_VALID, "At most " + MAX_STREAMS + " streams on a connection.");
    }

    @Override
    protected final Body read(final byte[] message) {
        try {
            return Body.read(message, takesDecimals);
        } catch (Problem e) {
            take();
            throw e;
        }
    }

    /** The id of a request, a number or a text, which the answer repeats. */
    @Override
    protected final Consumer<Json> id(final Body request) {
        if (!request.has("id")) {
            return json -> json.putNull("id");
        }
        try {
            final long number = request.whole("id", 0, MAX_ID);
            return json -> json.put("id", number);
        } catch (Problem e) {
            final String text = request.text("id");
            return json -> json.put("id", text);
        }
    }

    @Override
    protected final String tooFast() {
        return "too many requests";
    }
}
