package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cli.Daybook;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;

class CompletionScriptTest {
    private static final Path SCRIPT =
            Path.of(System.getProperty("daybook.root"), "cli", "src", "main", "dist", "completion", "daybook.bash");

    @Test
    void shouldCompleteWhatTheCommandTakes() throws IOException {
        final ByteArrayOutputStream none = new ByteArrayOutputStream();
        final Console console = new Console(
                new ByteArrayInputStream(new byte[0]), none, new PrintStream(none, true, StandardCharsets.UTF_8));
        final String script = AutoComplete.bash("daybook", Daybook.commandLine(console));
        if (Boolean.getBoolean("daybook.writeCompletion")) {
            Files.writeString(SCRIPT, script);
        }
        assertEquals(
                script,
                Files.readString(SCRIPT),
                "the script in the distribution is old: run this test with"
                        + " -Ddaybook.test.jvm=-Ddaybook.writeCompletion=true");
    }
}
