package io.daybook.venue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A stream client of the JDK, whose received messages are in a queue. */
public final class StreamClient implements AutoCloseable {
    private static final long WAIT_S = 60;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    private StreamClient(final int port, final String path, final String token) {
        final WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        socket = builder.buildAsync(URI.create("ws://127.0.0.1:" + port + path), new Listener())
                .join();
    }

    /** Connects without a key. */
    static StreamClient open(final ServedVenue venue) {
        return new StreamClient(venue.port(), "/v1/stream", "");
    }

    /** Connects to a path without a key. */
    public static StreamClient at(final ServedVenue venue, final String path) {
        return new StreamClient(venue.port(), path, "");
    }

    /** Connects with a token in the header. */
    static StreamClient open(final ServedVenue venue, final String token) {
        return new StreamClient(venue.port(), "/v1/stream", token);
    }

    public StreamClient send(final String message) {
        socket.sendText(message, true).join();
        return this;
    }

    /** Sends a part of a message. */
    StreamClient part(final String part, final boolean last) {
        socket.sendText(part, last).join();
        return this;
    }

    /** Subscribes, and reads the answer. */
    StreamClient subscribe(final String... channels) {
        send("{\"op\":\"subscribe\",\"channels\":[\"" + String.join("\",\"", channels) + "\"]}");
        final String answer = next("\"op\":\"");
        if (!answer.contains("\"op\":\"subscribed\"")) {
            throw new AssertionError(answer);
        }
        return this;
    }

    /** Returns the next message. */
    public String next() {
        final String message = poll(WAIT_S, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("nothing in " + WAIT_S + " s");
        }
        return message;
    }

    /** Returns the next message that contains a text; others are skipped. */
    public String next(final String part) {
        return next((final String message) -> message.contains(part));
    }

    /** Returns the next message with each of these texts, in any order of arrival; others are skipped. */
    public List<String> all(final String... parts) {
        final List<Predicate<String>> wanted = new ArrayList<>();
        for (final String part : parts) {
            wanted.add(message -> message.contains(part));
        }
        return all(wanted);
    }

    /** Returns the next message that meets each of these conditions, in any order of arrival; others are skipped. */
    List<String> all(final List<Predicate<String>> wanted) {
        final List<String> found = new ArrayList<>(Collections.nCopies(wanted.size(), ""));
        while (found.contains("")) {
            final String message = next();
            if (message.startsWith("closed ")) {
                throw new AssertionError(message + "; told: " + found);
            }
            for (int i = 0; i < found.size(); i++) {
                if (found.get(i).isEmpty() && wanted.get(i).test(message)) {
                    found.set(i, message);
                }
            }
        }
        return found;
    }

    String next(final Predicate<String> wanted) {
        for (String message = next(); ; message = next()) {
            if (wanted.test(message)) {
                return message;
            }
            if (message.startsWith("closed ")) {
                throw new AssertionError(message);
            }
        }
    }

    /** Returns the next message, or null. */
    String poll(final long time, final TimeUnit unit) {
        try {
            return told.poll(time, unit);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        socket.abort();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(final WebSocket from, final CharSequence data, final boolean last) {
            parts.append(data);
            if (last) {
                told.add(parts.toString());
                parts.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(final WebSocket from, final int code, final String reason) {
            told.add("closed " + code + " " + reason);
            return null;
        }

        @Override
        public void onError(final WebSocket from, final Throwable error) {
            told.add("closed by " + error);
        }
    }
}
