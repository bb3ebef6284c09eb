package io.daybook.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The last act of {@code mvn verify}: prints the tests that this build skipped, and why. It reads the reports of
 * Surefire in all modules.
 */
class SkippedReport {

    @Test
    void shouldSayWhatWasSkippedAndWhy() throws Exception {
        final Instant started = Instant.parse(System.getProperty("daybook.started", "1970-01-01T00:00:00Z"));
        final Map<String, Integer> skipped = new TreeMap<>();
        for (final Path report : reports()) {
            if (!Files.getLastModifiedTime(report).toInstant().isBefore(started)) {
                addSkipped(report, skipped);
            }
        }
        skipped.forEach((test, count) -> System.out.println("skipped: " + count + " of " + test));
    }

    private static List<Path> reports() throws IOException {
        try (Stream<Path> files = Files.walk(Documents.ROOT, 4)) {
            return files.filter(file -> file.getParent().endsWith("surefire-reports"))
                    .filter(file -> file.getFileName().toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    private static void addSkipped(final Path report, final Map<String, Integer> skipped) throws Exception {
        final NodeList nodes = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("skipped");
        for (int i = 0; i < nodes.getLength(); i++) {
            final Element node = (Element) nodes.item(i);
            final String test = ((Element) node.getParentNode()).getAttribute("classname");
            final String why = node.getAttribute("message");
            skipped.merge(test.substring(test.lastIndexOf('.') + 1) + ": " + why, 1, Integer::sum);
        }
    }
}
