package io.daybook.cli.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.trading.RiskRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraderReportTest {
    private static final TraderReport REPORT = new TraderReport(
            301,
            "random",
            new TraderReport.Facts(1_000, -30_120, -30_120, 0),
            Map.of(1, new TraderReport.Held(5, -70, 0, 0, 25, 6, 40)),
            new TraderReport.Gate(
                    Map.of(RiskRule.SIZE, 12L, RiskRule.LOSS, 0L),
                    Map.of(RiskRule.SIZE, 40L, RiskRule.LOSS, 30_000L),
                    Map.of(RiskRule.LOSS, 30_120L)));

    @TempDir
    private Path folder;

    @Test
    void shouldReadWhatItWrote() throws IOException {
        final Path file = folder.resolve("report.txt");
        REPORT.write(file);
        assertEquals(REPORT, TraderReport.read(file));
    }

    @Test
    void shouldSayWhichLimitsRefusedAndWhichWasReached() {
        assertTrue(
                REPORT.gate().rows().contains("SIZE 12 (maxSize=40)"),
                () -> "" + REPORT.gate().rows());
        assertEquals(
                List.of("maxLoss of 30,000 minor units is reached: 30,120 minor units are lost; all orders are"
                        + " cancelled, and no more are sent"),
                REPORT.gate().notes());
        final StringWriter out = new StringWriter();
        REPORT.print(new PrintWriter(out, true));
        assertTrue(out.toString().contains("maxLoss of 30,000 minor units is reached"), out::toString);
    }
}
