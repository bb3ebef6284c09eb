package io.daybook.gateway.fix;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A conversation over sockets, as a text with one step per line:
 *
 * <pre>
 * # a remark
 * connect                    opens a connection; with a name, an additional one, to which "use" returns, with its own
 *                            numbers, and with the CompID comp-name if there is one
 * again 35=A|…               connects and sends this; repeats both while the venue closes without an answer, because it
 *                            has not noticed the end of the previous connection yet; like a client, with a new number
 *                            each time, and with a gap fill if the venue then requests the missed numbers
 * next 5                     the next message has 34=5
 * &gt; 35=1|112=A               sends; fills in 8, 9, 34, 49, 56, 52 and 10 if they are missing.
 *                            52=+200 means 200 seconds from now; a 34 in the step does not advance the numbers
 * raw&gt; 8=FIX.4.4|9=5|…       sends the text as it is, with {now}, {sum}, {length} and {name} filled in
 * &lt; 35=0|112=A|!43          the next message has these fields, and not 43; * is any value, ~ a part of the value,
 *                            and a decimal after # is compared as a number. {37} is the value of 37 from here on
 * closed                     the connection ends, without a message before
 * cut                        the client closes the connection
 * </pre>
 *
 * <p>Heartbeats that are not expected are skipped.
 */
public final class FixScript implements AutoCloseable {
    private static final int PATIENCE_MS = 60_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final int port;
    private final Map<String, String> names;
    private final Map<String, String> heard = new HashMap<>();
    private final Map<String, Socket> connections = new HashMap<>();
    private Socket socket = new Socket();
    private final Map<String, Integer> numbers = new HashMap<>();
    private String connection = "";
    private int line;
    /** The number after the logon of a second attempt; 0 if the first was answered. */
    private int missedTo;

    /** A message that has already come, and is the next one to compare. */
    private @Nullable String early;

    /**
     * Creates a conversation that has not begun.
     *
     * @param names the values of {@code {name}}, at least {@code comp}
     */
    public FixScript(final int port, final Map<String, String> names) {
        this.port = port;
        this.names = names;
    }

    /** Carries out the steps. */
    public void run(final List<String> steps) throws IOException {
        for (final String step : steps) {
            line++;
            try {
                run(step.strip());
            } catch (AssertionError | IOException | RuntimeException e) {
                throw new AssertionError("line " + line + ": " + step + ": " + e.getMessage(), e);
            }
        }
    }

    private void run(final String step) throws IOException {
        if (step.isEmpty() || step.startsWith("#")) {
            return;
        }
        final int blank = step.indexOf(' ');
        final String verb = blank < 0 ? step : step.substring(0, blank);
        final String rest = blank < 0 ? "" : filled(step.substring(blank + 1).strip());
        switch (verb) {
            case "connect" -> connect(rest);
            case "again" -> again(rest);
            case "use" -> use(rest);
            case "next" -> numbers.put(connection, Integer.parseInt(rest));
            case ">" -> send(rest);
            case "raw>" -> write(rest);
            case "<" -> expect(rest);
            case "closed" -> closed();
            case "cut" -> socket.close();
            default -> throw new IllegalArgumentException("no such step: " + verb);
        }
    }

    private String filled(final String text) {
        String filled = text;
        for (final Map.Entry<String, String> name : names.entrySet()) {
            filled = filled.replace("{" + name.getKey() + "}", name.getValue());
        }
        for (final Map.Entry<String, String> field : heard.entrySet()) {
            filled = filled.replace("{" + field.getKey() + "}", field.getValue());
        }
        return filled.replace("{now}", TIME.format(Instant.now()));
    }

    private void connect(final String name) throws IOException {
        connection = name;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
        connections.put(name, socket);
    }

    private void use(final String name) {
        connection = name;
        socket = Objects.requireNonNull(connections.get(name), name);
    }

    private int number() {
        return numbers.getOrDefault(connection, 1);
    }

    private void again(final String body) throws IOException {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
        for (int attempts = 1; early == null && System.nanoTime() < end; attempts++) {
            socket.close();
            connect(connection);
            send(body);
            early = receive();
            missedTo = attempts > 1 ? number() : 0;
        }
    }

    private void send(final String body) throws IOException {
        final Map<String, String> header = new LinkedHashMap<>();
        header.put("35", "");
        header.put("34", "");
        header.put("49", names.getOrDefault("comp-" + connection, Objects.requireNonNull(names.get("comp"))));
        header.put("56", "DAYBOOK");
        header.put("52", TIME.format(Instant.now()));
        String begin = "FIX.4.4";
        String length = "{length}";
        String sum = "{sum}";
        final StringBuilder own = new StringBuilder();
        for (final String field : body.split("\\|")) {
            final int equals = field.indexOf('=');
            final String tag = equals < 0 ? field : field.substring(0, equals);
            final String value = field.substring(equals + 1);
            switch (tag) {
                case "8" -> begin = value;
                case "9" -> length = value;
                case "10" -> sum = value;
                case "52" -> header.put(tag, time(value));
                case "35", "34", "49", "56" -> header.put(tag, value);
                default -> own.append(field).append('|');
            }
        }
        if (header.get("34").isEmpty()) {
            header.put("34", Integer.toString(number()));
            numbers.put(connection, number() + 1);
        }
        final StringBuilder text = new StringBuilder("8=" + begin + "|9=" + length + "|");
        header.forEach((tag, value) -> {
            if (!value.equals("none")) {
                text.append(tag).append('=').append(value).append('|');
            }
        });
        write(text.append(own).append("10=").append(sum).append('|').toString());
    }

    private static String time(final String value) {
        return value.startsWith("+") || value.startsWith("-")
                ? TIME.format(Instant.now().plusSeconds(Long.parseLong(value)))
                : value;
    }

    private void write(final String text) throws IOException {
        final int bodyAt = text.indexOf('|', text.indexOf("{length}") + 1) + 1;
        final int length = text.lastIndexOf("10=") - bodyAt;
        final String sized = text.replace("{length}", Integer.toString(length)).replace('|', '\001');
        int sum = 0;
        for (int i = 0; i < sized.lastIndexOf("10="); i++) {
            sum += sized.charAt(i);
        }
        final String whole = sized.replace("{sum}", String.format("%03d", sum & 0xFF));
        socket.getOutputStream().write(whole.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private void expect(final String pattern) throws IOException {
        String message = receive();
        while (message != null && message.contains("|35=0|") && !pattern.startsWith("35=0")) {
            message = receive();
        }
        if (missedTo > 0 && message != null && message.contains("|35=2|") && !pattern.startsWith("35=2")) {
            send("35=4|34=" + value(message, "7") + "|43=Y|122=" + TIME.format(Instant.now()) + "|123=Y|36="
                    + missedTo);
            expect(pattern);
            return;
        }
        if (message == null) {
            throw new AssertionError("the connection was closed");
        }
        StockDictionary.check(message.substring(1).replace('|', '\001'));
        for (final String field : pattern.split("\\|")) {
            final int equals = field.indexOf('=');
            final boolean isThere = message.contains("|" + field.substring(0, Math.max(equals, 0)) + "=");
            final boolean fits = field.startsWith("!")
                    ? !message.contains("|" + field.substring(1) + "=")
                    : field.contains("#")
                            ? isNumber(value(message, field.substring(0, field.indexOf('#'))), field)
                            : field.endsWith("=*")
                                    ? isThere
                                    : field.contains("=~")
                                            ? value(message, field.substring(0, equals))
                                                    .contains(field.substring(equals + 2))
                                            : message.contains("|" + field + "|");
            if (!fits) {
                throw new AssertionError("not " + field + ": " + message);
            }
        }
        final Set<String> tags = new HashSet<>();
        for (final String field : message.substring(1).split("\\|")) {
            final int equals = field.indexOf('=');
            tags.add(field.substring(0, equals));
            heard.put(field.substring(0, equals), field.substring(equals + 1));
        }
        final Set<String> unnamed = FixDocument.unnamed(value(message, "35"), tags);
        if (!unnamed.isEmpty()) {
            throw new AssertionError("docs/fix.md does not name " + unnamed + ": " + message);
        }
    }

    private static boolean isNumber(final String value, final String field) {
        final BigDecimal expected = new BigDecimal(field.substring(field.indexOf('#') + 1));
        return !value.isEmpty() && new BigDecimal(value).compareTo(expected) == 0;
    }

    private static String value(final String message, final String tag) {
        final int at = message.indexOf("|" + tag + "=");
        return at < 0 ? "" : message.substring(at + tag.length() + 2, message.indexOf('|', at + 1));
    }

    private void closed() throws IOException {
        final String message = receive();
        if (message != null) {
            throw new AssertionError("this came instead of the end: " + message);
        }
    }

    private @Nullable String receive() throws IOException {
        if (early != null) {
            final String message = early;
            early = null;
            return message;
        }
        final InputStream in = socket.getInputStream();
        final StringBuilder text = new StringBuilder("|");
        while (true) {
            final int read = in.read();
            if (read < 0) {
                return null;
            }
            text.append(read == 1 ? '|' : (char) read);
            if (read == 1 && RawFix.endsWithSum(text)) {
                return text.toString();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (final Socket open : connections.values()) {
            open.close();
        }
    }
}
