package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.venue.ServedVenue;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends every request of docs/spot-api.md, in its order, and compares the answers. With {@code -Ddaybook.update=true}
 * it writes the answers into the document.
 */
@Proves("spot-api.md shows what the server answers")
class SpotDocumentTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("daybook.root"), "docs/spot-api.md");
    private static final Pattern BLOCK = Pattern.compile(
            "```http\n(GET|POST|PUT|DELETE) (\\S+) as (\\w+)\n([^\n-][^\n]*\n)?---\n(.*?)```", Pattern.DOTALL);
    private static final Pattern VARYING = Pattern.compile("\\d{13}");
    private static final int LINE = 110;

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerAsTheDocumentSays() throws Exception {
        final String text = Files.readString(DOCUMENT);
        final StringBuilder updated = new StringBuilder();
        int count = 0;
        try (ServedVenue venue = ServedVenue.start(folder)) {
            venue.user(301, "2", "1000");
            venue.user(302, "1", "50000");
            final Map<String, SpotClient> clients =
                    Map.of("anna", SpotClient.of(venue, 301), "bert", SpotClient.of(venue, 302));
            long seq = 0;
            final Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                count++;
                final SpotClient client = clients.get(block.group(3));
                await(venue, seq);
                final HttpResponse<String> answer = client == null
                        ? venue.send("", block.group(1), block.group(2), "")
                        : signed(client, block.group(1), block.group(2), block.group(4));
                seq = Math.max(
                        seq,
                        Long.parseLong(
                                answer.headers().firstValue("Daybook-Seq").orElse("0")));
                final String said = answer.statusCode() + "\n" + wrapped(answer.body()) + "\n";
                if (Boolean.getBoolean("daybook.update")) {
                    block.appendReplacement(
                            updated,
                            Matcher.quoteReplacement(
                                    block.group().substring(0, block.start(5) - block.start()) + said + "```"));
                } else {
                    assertEquals(plain(block.group(5)), plain(said), block.group(1) + " " + block.group(2));
                }
            }
            block.appendTail(updated);
        }
        assertTrue(count > 15, "requests: " + count);
        if (Boolean.getBoolean("daybook.update")) {
            Files.writeString(DOCUMENT, updated.toString());
        }
    }

    /** Waits until public data, which may lag behind an answer, contains a seq. */
    private static void await(final ServedVenue venue, final long seq) throws Exception {
        ServedVenue.ok(venue.get("", "/v1/trades/BTC-EUR?minSeq=" + seq));
        venue.awaitShown(seq);
    }

    private static HttpResponse<String> signed(
            final SpotClient client, final String method, final String target, final String body) throws Exception {
        if (body != null) {
            return client.send(method, target, "", client.withSignature(body.strip()));
        }
        final int mark = target.indexOf('?');
        return mark < 0
                ? client.signed(method, target, "")
                : client.signed(method, target.substring(0, mark), target.substring(mark + 1));
    }

    private static String plain(final String answer) {
        return VARYING.matcher(answer).replaceAll("…").replaceAll("\n *", "");
    }

    /** Wraps the text at commas, so that no line is long. */
    private static String wrapped(final String json) {
        final StringBuilder lines = new StringBuilder();
        int length = 0;
        for (final String part : json.strip().split("(?<=,)(?=[\"{\\[])")) {
            if (length > 0 && length + part.length() > LINE) {
                lines.append("\n ");
                length = 1;
            }
            lines.append(part);
            length += part.length();
        }
        return lines.toString().lines().collect(Collectors.joining("\n"));
    }
}
