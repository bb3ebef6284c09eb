package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.Topology;
import io.daybook.cli.explain.Circumstances;
import io.daybook.cli.shell.Shell;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the examples of the guides and compares their results. A {@code jsonl} block has commands. A {@code json} block
 * has the last results of all commands before it in its chapter ({@code ##}), which are sent to one exchange. In a
 * {@code text} block, the lines after the prompt of the shell are sent to a shell, and the other lines are its answers.
 */
@Proves("the guides show the answers of the exchange")
@Tag("whole")
class GuideExamplesTest {
    private static final Path DOCS = Path.of(System.getProperty("daybook.root"), "docs");
    private static final String PROMPT = "daybook> ";

    private int compared;

    @Test
    void shouldShowInTheUserGuideWhatTheExchangeAnswers() throws IOException {
        check("user-guide.md");
        assertTrue(compared >= 20, "examples compared: " + compared);
    }

    @Test
    void shouldShowInTheOtherGuidesWhatTheExchangeAnswers() throws IOException {
        check("../README.md");
        assertTrue(compared >= 1, "examples compared: " + compared);
        check("embedding.md");
        check("operations.md");
        check("architecture.md");
        check("scenario-files.md");
        assertTrue(compared >= 2, "examples compared: " + compared);
    }

    private void check(final String guide) throws IOException {
        final List<String> commands = new ArrayList<>();
        final List<String> block = new ArrayList<>();
        String language = null;
        int number = 0;
        for (final String line : Files.readAllLines(DOCS.resolve(guide))) {
            number++;
            if (line.startsWith("## ")) {
                commands.clear();
            }
            if (language == null && line.startsWith("```")) {
                language = line.substring("```".length());
                block.clear();
            } else if ("```".equals(line)) {
                final String where = guide + ", block that ends in line " + number;
                switch (language) {
                    case "jsonl" -> commands.addAll(block);
                    case "json" -> compareResults(where, commands, block);
                    case "text" -> compareShell(where, block);
                    default -> {}
                }
                language = null;
            } else if (language != null) {
                block.add(line);
            }
        }
    }

    private void compareResults(final String where, final List<String> commands, final List<String> shown)
            throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final byte[] scenario = String.join("\n", commands).getBytes(StandardCharsets.UTF_8);
            new ScenarioRun(exchange, new ByteArrayInputStream(scenario), out, false, lines -> {}).run();
        }
        final List<String> results =
                out.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(results.size() >= shown.size(), where);
        assertEquals(
                String.join("\n", shown),
                String.join("\n", results.subList(results.size() - shown.size(), results.size())),
                where);
        compared++;
    }

    private void compareShell(final String where, final List<String> block) {
        if (block.stream().noneMatch(line -> line.startsWith(PROMPT))) {
            return;
        }
        final StringWriter said = new StringWriter();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .customQuery(Circumstances.Question.class)
                .start()) {
            final PrintWriter out = new PrintWriter(said);
            final Shell shell = new Shell(exchange, out);
            for (final String line : block) {
                if (line.startsWith(PROMPT)) {
                    out.println(line);
                    shell.say(line.substring(PROMPT.length()));
                }
            }
        }
        assertEquals(
                String.join("\n", block),
                String.join("\n", said.toString().lines().toList()),
                where);
        compared++;
    }
}
