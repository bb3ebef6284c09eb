package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends every request and message of docs/http-api.md, in their order, and compares the answers. With
 * {@code -Ddaybook.update=true} it writes the answers into the document.
 */
@Proves("http-api.md shows what the server answers")
@Tag("whole")
class HttpApiDocumentTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("daybook.root"), "docs/http-api.md");
    private static final Pattern BLOCK = Pattern.compile(
            "```http\n(GET|POST|PATCH|DELETE) (\\S+) as (\\w+)\n(\\{[^\n]*\\}\n)?---\n(.*?)```|```ws\n(.*?)```",
            Pattern.DOTALL);
    private static final Pattern REQUEST = Pattern.compile("(POST) (\\S+) as (\\w+) (\\{.*\\})");
    private static final Pattern VARYING = Pattern.compile("\"(time|start|ordersLag|historyLag|journalLag)\":\\d+|"
            + "\"(time|before|next)\":\"[^\"]*\"|\"requestId\":\"\\w+\"|dbk_[\\w…-]+");

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerAsTheDocumentSays() throws Exception {
        final String text = Files.readString(DOCUMENT);
        final Map<String, String> tokens = new HashMap<>(Map.of("nobody", ""));
        final StringBuilder updated = new StringBuilder();
        int count = 0;
        try (ServedVenue venue = ServedVenue.start(folder)) {
            tokens.put("admin", venue.adminToken());
            final Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                count++;
                final String said;
                final String shown;
                final int at;
                if (block.group(6) == null) {
                    said = answer(venue, tokens, block);
                    shown = block.group(5);
                    at = block.start(5);
                } else {
                    said = told(venue, tokens, block.group(6));
                    shown = block.group(6);
                    at = block.start(6);
                }
                if (Boolean.getBoolean("daybook.update")) {
                    block.appendReplacement(
                            updated,
                            Matcher.quoteReplacement(block.group().substring(0, at - block.start()) + said + "```"));
                } else {
                    assertEquals(plain(shown), plain(said), block.group());
                }
            }
            block.appendTail(updated);
        }
        assertTrue(count > 38, "requests: " + count);
        if (Boolean.getBoolean("daybook.update")) {
            Files.writeString(DOCUMENT, updated.toString());
        }
    }

    private static String answer(final ServedVenue venue, final Map<String, String> tokens, final Matcher block)
            throws Exception {
        final String body = block.group(4) == null ? "" : block.group(4).strip();
        final HttpResponse<String> answer =
                venue.send(tokens.get(block.group(3)), block.group(1), block.group(2), body);
        venue.awaitShown(venue.lastSeq()); // for the books and tickers of the next blocks
        if (block.group(2).equals("/v1/admin/keys")) {
            tokens.put(ServedVenue.member(body, "name"), ServedVenue.member(answer.body(), "secret"));
        }
        return answer.statusCode() + "\n" + wrapped(answer.body()).replaceAll("dbk_[\\w-]+", "dbk_…") + "\n";
    }

    /** Returns the block with the messages that a stream client receives, after it has sent those of the block. */
    private static String told(final ServedVenue venue, final Map<String, String> tokens, final String block)
            throws Exception {
        final String[] lines = block.split("\n", -1);
        final StringBuilder said = new StringBuilder();
        try (StreamClient client = StreamClient.open(venue, tokens.get(lines[0].substring("as ".length())))) {
            for (final String line : lines) {
                final Matcher request = REQUEST.matcher(line);
                if (line.startsWith("<")) {
                    said.append("< ").append(wrapped(client.next())).append('\n');
                } else if (!line.startsWith(" ") && !line.isEmpty()) {
                    said.append(line).append('\n');
                }
                if (line.startsWith("> ")) {
                    client.send(line.substring(2));
                } else if (request.matches()) {
                    ServedVenue.ok(venue.send(
                            tokens.get(request.group(3)), request.group(1), request.group(2), request.group(4)));
                }
            }
            assertNull(client.poll(0, TimeUnit.SECONDS));
        }
        return said.toString();
    }

    @Test
    void shouldNameEveryRoute() throws Exception {
        final String text = Files.readString(DOCUMENT);
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final String description = ServedVenue.ok(venue.get("", "/v1/openapi.json"));
            final Matcher path = Pattern.compile("\"(/[^\"]*)\":\\{\"(?:get|post|patch|delete)\"")
                    .matcher(description);
            final TreeSet<String> missing = new TreeSet<>();
            int count = 0;
            while (path.find()) {
                count++;
                final String named = path.group(1).replaceAll("\\{\\w+\\}", "[^/ `?]+");
                if (!Pattern.compile(named + "[? `]").matcher(text).find()) {
                    missing.add(path.group(1));
                }
            }
            assertTrue(count > 20, description);
            assertEquals(new TreeSet<>(), missing);
        }
    }

    private static String plain(final String answer) {
        return VARYING.matcher(answer).replaceAll("…").replaceAll("\n *", "");
    }

    /** Wraps the text at commas, so that no line is long. */
    private static String wrapped(final String json) {
        final StringBuilder lines = new StringBuilder();
        int length = 0;
        for (final String part : json.strip().split("(?<=,)(?=[\"{\\[])")) {
            if (length > 0 && length + part.length() > 110) {
                lines.append("\n ");
                length = 1;
            }
            lines.append(part);
            length += part.length();
        }
        return lines.toString().lines().collect(Collectors.joining("\n"));
    }
}
