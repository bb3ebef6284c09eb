package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.cli.CommandRun;
import io.daybook.cli.Daybook;
import io.daybook.host.Proves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("ITCH books from the command line are those of the library")
class ImportItchCommandTest {
    private static final long OPENING_NS = 34_200_000_000_000L;
    private static final String HEAD = "locate,name,bidOrders,bidLevels,bidShares,bidPrice,bidSize"
            + ",askPrice,askSize,askShares,askLevels,askOrders";

    @TempDir
    private Path folder;

    private Path file;
    private Path books;
    private byte[] day;

    @BeforeEach
    void write() throws IOException {
        books = folder.resolve("books.csv");
        day = join(
                added(1, 7, "TULIP", 'B', 100, 1_523_400, 0),
                added(2, 7, "TULIP", 'B', 50, 1_523_400, 1),
                added(3, 7, "TULIP", 'S', 10, 1_530_001, 2),
                added(4, 9, "A,\"B", 'S', 1, 5, 3),
                message('E', 31, 7, 4).putLong(13, 1).putInt(21, 40).array());
        file = Files.write(folder.resolve("day.itch"), day);
    }

    private static ByteBuffer message(final char type, final int length, final int locate, final int afterOpeningNs) {
        final long time = OPENING_NS + afterOpeningNs;
        final ByteBuffer message = ByteBuffer.allocate(2 + length);
        message.putShort((short) length)
                .put((byte) type)
                .putShort((short) locate)
                .putShort((short) 0);
        message.putShort((short) (time >>> 32)).putInt((int) time);
        return message;
    }

    private static byte[] added(
            final long reference,
            final int locate,
            final String stock,
            final char side,
            final int shares,
            final int price,
            final int afterOpeningNs) {
        return message('A', 36, locate, afterOpeningNs)
                .putLong(reference)
                .put((byte) side)
                .putInt(shares)
                .put("%-8s".formatted(stock).getBytes(StandardCharsets.US_ASCII))
                .putInt(price)
                .array();
    }

    private static byte[] join(final byte[]... parts) {
        final ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (final byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private static byte[] packed(final byte[] bytes) throws IOException {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static CommandRun read(final Object... arguments) {
        final String[] words = new String[2 + arguments.length];
        words[0] = "import";
        words[1] = "itch";
        for (int i = 0; i < arguments.length; i++) {
            words[2 + i] = arguments[i].toString();
        }
        return CommandRun.of(words);
    }

    @Test
    void shouldWriteTheBooks() throws IOException {
        final CommandRun run = read(file, "--books", books);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.out());
        assertEquals(
                List.of(
                        HEAD,
                        "7,TULIP,2,1,110,152.3400,110,153.0001,10,10,1,1",
                        "9,\"A,\"\"B\",0,0,0,,,0.0005,1,1,1,1"),
                Files.readAllLines(books));
    }

    @Test
    void shouldSayWhatItRead() throws IOException {
        final byte[] odd = join(
                day,
                message('D', 19, 7, 5).putLong(13, 99).array(),
                new byte[] {0, 1, '?'},
                new byte[] {0, 3, 'D', 0, 0},
                added(1, 7, "TULIP", 'B', 1, 1, 6),
                added(5, 7, "TULIP", 'B', 0, 1, 6),
                added(5, 7, "TULIP", '?', 1, 1, 6),
                message('X', 23, 7, 7).putLong(13, 3).putInt(21, 11).array());
        Files.write(file, odd);
        final CommandRun run =
                CommandRun.withClock(new AtomicLong()::getAndIncrement, "", "import", "itch", file.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of(
                        "10 messages in 0.00 s, 10,000,000,000 a second",
                        "  7  A  new orders",
                        "  1  E  executions",
                        "  1  X  cancels of a part",
                        "  1  D  deletions",
                        "3 orders rest in the books of 2 stocks",
                        "odd messages:",
                        "  1  of unknown types",
                        "  1  of wrong lengths",
                        "  1  about unknown orders",
                        "  1  with a reference that another order has",
                        "  1  that take more shares than there are",
                        "  1  with orders of no shares",
                        "  1  with orders of no side"),
                run.err().lines().toList());
        assertTrue(read(folder.resolve("none")).err().contains("there is no such file"));
    }

    @Test
    void shouldStopBeforeTheFirstLaterMessage() throws IOException {
        assertEquals(
                0, read(file, "--at", "09:30:00.000000001", "--books", books).status());
        assertEquals(List.of(HEAD, "7,TULIP,2,1,150,152.3400,150,,,0,0,0"), Files.readAllLines(books));
        assertEquals(0, read(file, "--at", "09:29", "--books", books).status());
        assertEquals(List.of(HEAD), Files.readAllLines(books));
        final CommandRun wrong = read(file, "--at", "noon");
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("'noon'; expected a time of day, as in 09:30:00"), wrong.err());
    }

    @Test
    void shouldReadPackedFilesAndStandardInput() throws IOException {
        read(file, "--books", books);
        final List<String> expected = Files.readAllLines(books);
        for (final byte[] bytes : List.of(day, packed(day))) {
            Files.delete(books);
            assertEquals(0, read(Files.write(file, bytes), "--books", books).status());
            assertEquals(expected, Files.readAllLines(books));
            Files.delete(books);
            final ByteArrayOutputStream err = new ByteArrayOutputStream();
            final Console console = new Console(
                    new ByteArrayInputStream(bytes),
                    new ByteArrayOutputStream(),
                    new PrintStream(err, true, StandardCharsets.UTF_8));
            assertEquals(0, Daybook.run(console, "import", "itch", "-", "--books", books.toString()));
            assertEquals(expected, Files.readAllLines(books));
        }
    }

    @Test
    void shouldWriteTheBooksBeforeTheEndOfAFileThatIsCut() throws IOException {
        for (final int length : new int[] {0, 1, 2, 3, 37, 38, 39, 40, 76, 151, 152, 153, day.length - 1, day.length}) {
            final boolean whole = length % 38 == 0 && length <= 4 * 38 || length == day.length;
            Files.write(file, Arrays.copyOf(day, length));
            final CommandRun run = read(file, "--books", books);
            assertEquals(whole ? 0 : 1, run.status(), "length " + length + ": " + run.err());
            if (!whole) {
                assertTrue(
                        run.err()
                                .contains("daybook: " + file + ": the file ends within the message that begins at byte "
                                        + length / 38 * 38 + ";"),
                        run.err());
            }
            assertEquals(
                    1 + (length >= 38 ? 1 : 0) + (length >= 4 * 38 ? 1 : 0),
                    Files.readAllLines(books).size());
        }
    }

    @Test
    void shouldSayWhereThePackingIsDamaged() throws IOException {
        final byte[] packed = packed(day);
        final CommandRun cut = read(Files.write(file, Arrays.copyOf(packed, packed.length - 9)), "--books", books);
        assertEquals(1, cut.status());
        assertTrue(cut.err().contains(file + ": the file ends within its gzip data"), cut.err());
        packed[packed.length - 5] ^= 1;
        final CommandRun damaged = read(Files.write(file, packed), "--books", books);
        assertEquals(1, damaged.status());
        assertTrue(damaged.err().contains(file + ": its gzip data are damaged"), damaged.err());
    }

    @Test
    void shouldStopAtAnOddMessageWhereAskedTo() throws IOException {
        Files.write(file, join(day, new byte[] {0, 3, 'D', 0, 0}, new byte[] {0, 1, '?'}));
        assertEquals(0, read(file).status());
        final CommandRun length = read(file, "--strict", "--books", books);
        assertEquals(1, length.status());
        assertTrue(
                length.err()
                        .contains(file + ": a message of type D has length 3 instead of 19, at byte " + day.length
                                + "; stopped there (--strict)"),
                length.err());
        assertEquals(3, Files.readAllLines(books).size());
        Files.write(file, join(new byte[] {0, 1, '?'}, day));
        final CommandRun type = read(file, "--strict");
        assertEquals(1, type.status());
        assertTrue(
                type.err().contains("a message of length 1 has the type 63, which ITCH 5.0 does not define, at byte 0"),
                type.err());
    }

    @Test
    void shouldNotOverwriteWhatItReads() throws IOException {
        final CommandRun run = read(file, "--books", folder.resolve(".").resolve(file.getFileName()));
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("is the file to read"), run.err());
        assertEquals(ByteBuffer.wrap(day), ByteBuffer.wrap(Files.readAllBytes(file)));
        final CommandRun directory = read(folder);
        assertEquals(2, directory.status());
        assertTrue(directory.err().contains(folder + " is a folder; expected an ITCH file"), directory.err());
        assertFalse(Files.exists(books));
    }

    @Test
    void shouldReadThePublicSample() throws IOException {
        final String data = System.getProperty("daybook.data");
        assumeTrue(data != null, "skipped: no -Ddaybook.data with a recorded ITCH file");
        final CommandRun run = read(Path.of(data, "nasdaq-20101224-sample.itch50.gz"), "--books", books, "--strict");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().startsWith("12,012 messages in "), run.err());
        assertTrue(
                run.err().contains(": S 6, R 3, H 3, A 4,997, F 3, E 198, X 45, D 1,745, U 12, P 5,000\n"), run.err());
        assertEquals(4, Files.readAllLines(books).size());
    }
}
