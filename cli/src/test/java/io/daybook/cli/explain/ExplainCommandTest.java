package io.daybook.cli.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {

    @Test
    void shouldExplainACodeByNameAndByNumber() {
        final CommandRun run = CommandRun.of("explain", "risk_nsf");
        assertEquals(0, run.status());
        assertEquals(
                List.of(
                        "RISK_NSF (14)",
                        "    Not sufficient funds: the hold of the order is more than what is available.",
                        "    What to do: Deposit, cancel other orders, or order less."),
                run.lines());
        assertEquals(run.out(), CommandRun.of("explain", "14").out());
    }

    @Test
    void shouldExplainAllCodes() {
        final CommandRun run = CommandRun.of("explain");
        assertEquals(3L * ResultCode.values().length, run.lines().size());
    }

    @Test
    void shouldExplainAllCodesWithAWordInTheirNames() {
        final CommandRun run = CommandRun.of("explain", "nsf");
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of("RISK_NSF (14)", "USER_MGMT_ADJUSTMENT_NSF (27)"),
                run.lines().stream().filter(line -> !line.startsWith(" ")).toList());
    }

    @Test
    void shouldSuggestTheCodeThatWasMeant() {
        final CommandRun run = CommandRun.of("explain", "RISK_NFS");
        assertEquals(2, run.status());
        assertTrue(
                run.err().startsWith("daybook: there is no result code RISK_NFS; did you mean RISK_NSF?"), run.err());
    }

    @Test
    void shouldSayInTheUserGuideWhatTheCommandSays() throws IOException {
        final Path guide = Path.of(System.getProperty("daybook.root"), "docs", "user-guide.md");
        final List<String> expected = Arrays.stream(ResultCode.values())
                .map(code -> "| `" + code + "` | " + code.meaning() + " | " + code.advice() + " |")
                .toList();
        final List<String> rows = Files.readAllLines(guide).stream()
                .filter(line -> line.matches("\\| `[A-Z_]+` \\| .*"))
                .toList();
        assertEquals(String.join("\n", expected), String.join("\n", rows));
    }
}
