package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A typing error in the name of a folder does not open an empty exchange silently. */
class NewExchangeTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exec", "shell"})
    void shouldAnnounceANewExchangeOnce(final String command) {
        final String journal = folder.resolve("dd5").toString();
        final CommandRun first = CommandRun.of(command, "--journal", journal);
        assertEquals(0, first.status(), first.err());
        assertEquals("daybook: a new exchange in " + journal, first.err().strip());
        final CommandRun second = CommandRun.of(command, "--journal", journal, "--existing");
        assertEquals(0, second.status(), second.err());
        assertEquals("", second.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec", "shell"})
    void shouldRefuseANewOneWhereOneMustExistAndMakeNothing(final String command) {
        final Path journal = folder.resolve("dd5");
        final CommandRun refused = CommandRun.of(command, "--journal", journal.toString(), "--existing");
        assertEquals(3, refused.status(), refused.err());
        assertTrue(refused.err().contains("GAP: there is no journal in this folder"), refused.err());
        assertTrue(refused.err().contains("Way out: "), refused.err());
        assertFalse(Files.exists(journal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec", "shell"})
    void shouldRefuseTheOptionWithoutAJournal(final String command) {
        final CommandRun refused = CommandRun.of(command, "--existing");
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("--existing needs a journal: add --journal DIR"), refused.err());
    }
}
