package io.daybook.server.spot;

import io.daybook.server.http.Frame;
import io.daybook.server.http.Json;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How what a stream tells is put into messages, which depends on the address that its socket has opened.
 *
 * @param path what the path asks for
 * @param areMicros whether times are in μs
 */
record SpotFrames(Path path, boolean areMicros) {
    /** The paths. */
    enum Path {
        /** The message without a wrapper, on {@code /ws}. */
        RAW,
        /** Under the name of its stream: {@code /stream}. */
        COMBINED,
        /** Under the number of its subscription, of which a socket has one: {@code /ws-api/v3}. */
        NUMBERED
    }

    /** The stream of an account, whose name is a secret. */
    private static final String ACCOUNT = "account";

    /** The key of a stream in this form. */
    String topic(final String stream) {
        return "spot " + path.name().toLowerCase(Locale.ROOT) + (areMicros ? " us " : " ") + stream;
    }

    /** A message with a value. */
    Frame frame(final String stream, final Consumer<Json> value) {
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
        return Frame.of(json);
    }
}
