package io.daybook.cli.lobster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportLobsterCommandTest {
    @TempDir
    private Path folder;

    private Path messages;
    private Path book;

    @BeforeEach
    void write() throws IOException {
        messages = Files.writeString(folder.resolve("messages.csv"), "1,1,11,18,100,1\n");
        book = Files.writeString(folder.resolve("book.csv"), "100,200,9900,18\n");
    }

    private static CommandRun convert(final Object... arguments) {
        final String[] words = new String[2 + arguments.length];
        words[0] = "import";
        words[1] = "lobster";
        for (int i = 0; i < arguments.length; i++) {
            words[2 + i] = arguments[i].toString();
        }
        return CommandRun.of(words);
    }

    private static void assertNames(final Path file, final CommandRun run) {
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().startsWith("daybook: " + file + ": "), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void shouldNameTheFileThatFails() throws IOException {
        final Path directory = Files.createDirectory(folder.resolve("directory"));
        assertNames(directory, convert(messages, directory));
        assertNames(directory, convert(directory, book));
        assertNames(directory, convert(messages, book, "-o", directory));
        assertNames(folder.resolve("none"), convert(messages, folder.resolve("none")));
    }

    @Test
    void shouldWarnOfFilesThatAreNotOfOneDay() throws IOException {
        assertEquals(1, convert(messages, book).err().lines().count());
        final Path longer = Files.writeString(
                folder.resolve("longer.csv"), Files.readString(book).repeat(3));
        final CommandRun run = convert(messages, longer);
        assertEquals(0, run.status(), run.err());
        assertEquals(
                "daybook: warning: " + messages.getFileName()
                        + " has 1 rows and longer.csv 3; files of one day have the same number:"
                        + " the seeded book may belong to another moment",
                run.err().lines().skip(1).findFirst().orElse(""));
    }

    @Test
    void shouldReadFilesPackedByGzip() throws IOException {
        final CommandRun run = convert(packed(messages), packed(book));
        assertEquals(0, run.status(), run.err());
        assertEquals(convert(messages, book).out(), run.out().replace("messages.csv.gz", "messages.csv"));
        final Path whole = packed(messages);
        final byte[] bytes = Files.readAllBytes(whole);
        assertNames(whole, convert(Files.write(whole, Arrays.copyOf(bytes, bytes.length / 2)), book));
    }

    private Path packed(final Path file) throws IOException {
        final Path packed = folder.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        return packed;
    }

    @Test
    void shouldNameTheLineThatIsNoText() throws IOException {
        final CommandRun run = convert(Files.write(messages, new byte[] {'1', ',', (byte) 0x80}), book);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.err().contains("messages.csv, line 1"), run.err());
    }

    @Test
    void shouldNotOverwriteWhatItReads() throws IOException {
        for (final Path input : new Path[] {messages, book}) {
            final String before = Files.readString(input);
            final CommandRun run =
                    convert(messages, book, "-o", folder.resolve(".").resolve(input.getFileName()));
            assertEquals(2, run.status(), run.err());
            assertTrue(run.err().contains("is one of the files to read"), run.err());
            assertEquals(before, Files.readString(input));
        }
        final Path scenario = folder.resolve("scenario.jsonl");
        assertEquals(0, convert(messages, book, "-o", scenario).status());
        assertEquals(convert(messages, book).out(), Files.readString(scenario));
    }
}
