package io.daybook.server.spot;

import io.daybook.server.http.Frame;
import io.daybook.server.http.Json;
import java.util.function.Consumer;

/** How what a stream tells is put into messages, which depends on the path that its socket has opened. */
enum SpotFrames {
    /** As it is: {@code /ws}. */
    RAW("raw"),
    /** Under the name of its stream: {@code /stream}. */
    COMBINED("combined"),
    /** Under the number of its subscription, of which a socket has one: {@code /ws-api/v3}. */
    NUMBERED("numbered");

    private final String text;

    SpotFrames(final String text) {
        this.text = text;
    }

    /** A name of its own for each stream put so. */
    String topic(final String stream) {
        return "spot " + text + " " + stream;
    }

    /** A message with a value. */
    Frame frame(final String stream, final Consumer<Json> value) {
        final Json json = new Json();
        switch (this) {
            case RAW -> value.accept(json);
            case COMBINED -> {
                json.object().put("stream", stream).name("data");
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
