package io.daybook.gateway.fix;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A client whose messages a test writes by hand, as texts with {@code |} between their fields. */
public final class RawFix implements AutoCloseable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int PATIENCE_MS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final String header;
    private int next = 1;

    /** The answer to its Logon, if a test stores it. */
    @Nullable
    String answer;

    RawFix(final int port, final String compId, final String venue) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port), compId, venue);
    }

    /** Creates a client on a connection. */
    public RawFix(final Socket connected, final String compId, final String venue) throws IOException {
        socket = connected;
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        header = "|49=" + compId + "|56=" + venue + "|52=";
    }

    /** Sets the number of the next message. */
    public void next(final int number) {
        next = number;
    }

    public int next() {
        return next;
    }

    /** Sends the body of a message, which begins with its type: {@code 35=0} and so on. */
    public void send(final String body) throws IOException {
        sendAs(next++, body);
    }

    public void sendAs(final int number, final String body) throws IOException {
        final int end = body.indexOf('|');
        final String type = end < 0 ? body : body.substring(0, end);
        final String rest = end < 0 ? "" : body.substring(end);
        sendRaw(type + "|34=" + number + header + TIME.format(Instant.now()) + rest + "|");
    }

    /** Sends a body as it is, with the right length and sum. */
    void sendRaw(final String body) throws IOException {
        final String text = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\001');
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            sum += text.charAt(i);
        }
        final String whole = text + String.format("10=%03d\001", sum & 0xFF);
        socket.getOutputStream().write(whole.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** The next message, with {@code |} between and around its fields; null at the end of the stream. */
    public @Nullable String receive() throws IOException {
        final StringBuilder text = new StringBuilder("|");
        while (true) {
            final int read = in.read();
            if (read < 0) {
                return null;
            }
            text.append(read == 1 ? '|' : (char) read);
            if (read == 1 && endsWithSum(text)) {
                return text.toString();
            }
        }
    }

    /** Returns whether the last field is the sum. Checks only the end, because messages with a book are long. */
    static boolean endsWithSum(final StringBuilder text) {
        final int at = text.length() - "|10=000|".length();
        return at >= 0 && text.indexOf("|10=", at) == at;
    }

    /** The next message that is no heartbeat and no test request. */
    public @Nullable String receiveApplication() throws IOException {
        String message = receive();
        while (message != null && (message.contains("|35=0|") || message.contains("|35=1|"))) {
            message = receive();
        }
        return message;
    }

    /** The value of a field, or null. */
    public static @Nullable String field(final @Nullable String message, final int tag) {
        if (message == null) {
            return null;
        }
        final int at = message.indexOf("|" + tag + "=");
        if (at < 0) {
            return null;
        }
        final int from = message.indexOf('=', at) + 1;
        return message.substring(from, message.indexOf('|', from));
    }

    /** Some fields of a message with their values. */
    public static String fields(final @Nullable String message, final int... tags) {
        final StringBuilder text = new StringBuilder();
        for (final int tag : tags) {
            text.append(text.isEmpty() ? "" : " ").append(tag).append('=').append(field(message, tag));
        }
        return text.toString();
    }

    /** A limit order without a 59, to which a test may add one. */
    public static String order(final String id, final int side, final String quantity, final String price) {
        return "35=D|11=" + id + "|55=BTC-EUR|54=" + side + "|60=20260101-00:00:00|38=" + quantity + "|40=2|44="
                + price;
    }

    /** Ends the connection with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
