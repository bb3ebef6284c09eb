package io.daybook.cli.shell;

import java.io.IOException;
import java.nio.file.Path;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Lines from a terminal, with editing, completion and a history that stays in memory unless a file is named. Used by
 * one thread.
 */
public final class TerminalLines implements AutoCloseable {
    private static final String PROMPT = "daybook> ";

    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Takes over the terminal of the process.
     *
     * @param history the file of the history, or null
     */
    public TerminalLines(final Completions completions, final @Nullable Path history) throws IOException {
        // This provider runs stty, so that no native code is loaded.
        terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .provider("exec")
                .build();
        final LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("daybook")
                .history(new DefaultHistory())
                .completer((self, parsed, candidates) -> completions
                        .at(parsed.words(), parsed.wordIndex())
                        .forEach(word -> candidates.add(new Candidate(word))))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        reader = builder.build();
    }

    /** Returns the next line, or null at the end. An interrupt discards the line that is being typed. */
    public @Nullable String next() {
        try {
            return reader.readLine(PROMPT);
        } catch (final UserInterruptException e) {
            return "";
        } catch (final EndOfFileException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
