package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands that README and docs name exist. */
@Proves("commands, links and anchors of the documents exist")
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final Pattern COMMAND = Pattern.compile(
            "(?:^|`|\\| )(?:\\./)?daybook ((?:(?:journal|snapshot|import|config|key) )?[a-z]+)", Pattern.MULTILINE);

    @Test
    void shouldKnowEveryCommandThatTheDocumentsName() throws IOException {
        final Set<String> named = new TreeSet<>();
        for (final Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/notes"))) {
            try (Stream<Path> files = Files.list(folder)) {
                for (final Path document :
                        files.filter(path -> path.toString().endsWith(".md")).toList()) {
                    COMMAND.matcher(Files.readString(document))
                            .results()
                            .map(found -> found.group(1))
                            .forEach(named::add);
                }
            }
        }
        assertTrue(named.contains("exec") && named.contains("demo"), named::toString);
        for (final String name : named) {
            final CommandRun run = CommandRun.of((name + " --help").split(" "));
            assertEquals(0, run.status(), () -> name + ": " + run.err());
        }
    }
}
