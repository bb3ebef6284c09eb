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
import java.util.stream.Collectors;
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

    /** The property {@code -Ddaybook.update=true} writes the table anew. */
    @Test
    void shouldSayInThePageOfCodesWhatTheCommandSays() throws IOException {
        final Path page = Path.of(System.getProperty("daybook.root"), "docs", "codes.md");
        final String text = Files.readString(page);
        final int begin = text.indexOf("| number | name | meaning | what to do |");
        final int end = text.indexOf("\n\n", begin);
        final String table = "| number | name | meaning | what to do |\n|---:|---|---|---|\n"
                + Arrays.stream(ResultCode.values())
                        .map(code -> "| " + code.code() + " | `" + code + "` | " + code.meaning() + " | "
                                + code.advice() + " |")
                        .collect(Collectors.joining("\n"));
        if (Boolean.getBoolean("daybook.update")) {
            Files.writeString(page, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertEquals(table, text.substring(begin, end));
        }
    }
}
