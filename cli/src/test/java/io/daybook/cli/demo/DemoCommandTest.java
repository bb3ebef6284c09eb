package io.daybook.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.Proves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Proves("the crash demo loses nothing and does nothing twice")
@Tag("whole")
class DemoCommandTest {

    @Test
    void shouldKillAMarketAndProveThatNothingWasLost() {
        final CommandRun run = CommandRun.of("demo", "--seconds", "1");
        assertEquals(0, run.status(), () -> run.out() + run.err());
        assertTrue(run.out().contains("The hashes are equal."), run.out());
        assertTrue(run.out().contains(" ask "), run.out());
        assertTrue(run.out().indexOf('\u001b') < 0, "colours without a terminal");
    }
}
