package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("key password takes a password from a terminal or a pipe, and refuses bad ones")
@Tag("whole")
class KeyPasswordCommandTest {
    private static final String SECRET = "blue whale, 17 knots\n";

    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void begin() throws IOException {
        file = folder.resolve("daybook.toml").toString();
        Files.writeString(
                Path.of(file),
                "data = \"" + folder.resolve("data") + "\"\n[http]\nport = 0\n[currency.EUR]\nid = 20\ndecimals = 2\n");
        final CommandRun first = CommandRun.of("key", "init", "--config", file);
        assertEquals(0, first.status(), first.err());
    }

    private CommandRun add(final String input, final String... more) {
        final String[] words = new String[8 + more.length];
        System.arraycopy(
                new String[] {"key", "add", "Anna K.", "--config", file, "--kind", "password", "--role=viewer"},
                0,
                words,
                0,
                8);
        System.arraycopy(more, 0, words, 8, more.length);
        return CommandRun.withInput(input, words);
    }

    @Test
    void shouldTakeAPasswordFromItsInput() {
        final CommandRun made = add(SECRET);
        assertEquals(0, made.status(), made.err());
        final String id = made.out().replaceAll("(?s)key: +(k\\d+).*", "$1");
        assertFalse(made.out().contains("secret"), made.out());
        assertTrue(CommandRun.of("key", "list", "--config", file).out().contains(id + "  password  viewer  Anna K."));

        final CommandRun changed =
                CommandRun.withInput("red kite in the rain\r\n", "key", "password", id, "--config", file);
        assertEquals(0, changed.status(), changed.err());
        assertEquals(id + " has a new password\n", changed.out());
    }

    @Test
    void shouldSayWhatDoesNotFit() {
        final CommandRun tooShort = add("short\n");
        assertEquals(2, tooShort.status());
        assertTrue(tooShort.err().contains("12 to 128 characters: it has 5"), tooShort.err());
        assertEquals(2, add("").status());
        assertEquals(0, add(SECRET).status());
        final CommandRun twice = add(SECRET);
        assertEquals(2, twice.status());
        assertTrue(twice.err().contains("another key has a password under that name"), twice.err());
        final CommandRun other = CommandRun.withInput(SECRET, "key", "password", "k262144", "--config", file);
        assertEquals(2, other.status());
        assertTrue(other.err().contains("no key of the kind password"), other.err());
        assertEquals(2, add(SECRET, "--public-key", "AAAA").status());
    }

    private static String typed(final String... lines) throws CommandFailure {
        final Iterator<String> left = List.of(lines).iterator();
        return PasswordLine.typed(prompt -> left.hasNext() ? left.next().toCharArray() : null);
    }

    /** Typed text is not shown, so it may differ from the intended password, and then the owner could not log in. */
    @Test
    void shouldTakeFromATerminalWhatIsTypedTwice() throws Exception {
        assertEquals("blue whale, 17 knots", typed("blue whale, 17 knots", "blue whale, 17 knots"));
        for (final String[] lines :
                new String[][] {{"blue whale, 17 knots", "blue whale, 17 knot"}, {"blue whale, 17 knots"}, {}}) {
            final CommandFailure refused = assertThrows(CommandFailure.class, () -> typed(lines));
            assertTrue(refused.getMessage().contains("nothing was changed"), refused.getMessage());
        }
    }

    /** If a master key is lost, the way out that a start names in a note must work. */
    @Test
    void shouldEndKeysThatNeedAMasterKeyWhichIsLost() throws IOException {
        final CommandRun made = CommandRun.of(
                "key", "add", "bot", "--kind=hmac", "--role=trader", "--account", "A=301", "--config", file);
        assertEquals(0, made.status(), made.err());
        final String id = made.out().replaceAll("(?s)key: +(k\\d+).*", "$1");
        Files.delete(folder.resolve("data/server/master.key"));
        final CommandRun listed = CommandRun.of("key", "list", "--config", file);
        assertTrue(listed.err().contains("keys of the kind hmac cannot be used (" + id + ")"), listed.err());
        assertTrue(listed.err().contains("end these keys with: daybook key end"), listed.err());
        final CommandRun ended = CommandRun.of("key", "end", id, "--config", file);
        assertEquals(0, ended.status(), ended.err());
        assertEquals(id + " has ended\n", ended.out());
        final CommandRun after = CommandRun.of("key", "list", "--config", file);
        assertEquals("", after.err());
        assertTrue(after.out().contains(id + "  hmac  trader A=301  bot  ended"), after.out());
        assertEquals(2, CommandRun.of("key", "end", id, "--config", file).status());
    }
}
