package io.daybook.server.spot;

import io.daybook.server.http.TextFrame;
import io.daybook.wire.json.Json;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The form of a stream's messages, which depends on the address that its socket has opened.
 *
 * @param path the form of the path
 * @param areMicros whether times are in μs
 */
record SpotFrames(Path path, boolean areMicros) {
    /** The paths. */
    enum Path {
        /** The message without a wrapper, on {@code /ws}. */
        RAW,
        /** The message under the name of its stream, on {@code /stream}. */
        COMBINED,
        /**
         * The message under the number of its subscription, on {@code /ws-api/v3}, where a socket has one subscription.
         */
        NUMBERED
    }

    /** The stream of an account, whose name is a secret. */
    private static final String ACCOUNT = "account";

    /** The key of a stream in this form. */
    String topic(final String stream) {
        return "spot " + path.name().toLowerCase(Locale.ROOT) + (areMicros ? " us " : " ") + stream;
    }

    /** Makes a message with a value. */
    TextFrame frame(final String stream, final Consumer<Json> value) {
        final Json json = new Json().micros(areMicros);
        switch (path) {
            case RAW -> value.accept(json);
            case COMBINED -> {
                json.object().put("stream", stream.isEmpty() ? ACCOUNT : stream).name("data");
                value.accept(json);
                json.end();
            }
            case NUMBERED -> {
                json.object().put("subscriptionId", 0).name("event");
                value.accept(json);
                json.end();
            }
        }
        return TextFrame.of(json);
    }
}
