package io.daybook.flow.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Proves(
        value = "ITCH files become the books that they describe, as a second, simple reader builds them",
        normal = "20 files, 100,000 mutated bytes",
        large = "1,000 files, 100,000,000 bytes")
@Tag("whole")
class ItchBooksTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int FILES = LONG ? 1_000 : 20;
    private static final int MUTATED_BYTES = LONG ? 100_000_000 : 100_000;

    /**
     * Parses a file in pieces of random lengths, and compares the books with those of the simple reader. Returns the
     * number of orders in the books.
     */
    private static int check(final byte[] file, final SplittableRandom random) {
        final SimpleBooks expected = SimpleBooks.read(file);
        final SameBooks.Odd odd = new SameBooks.Odd();
        final ItchParser oddities = new ItchParser(odd);
        final ItchBooks books = new ItchBooks();
        final ItchParser parser = books.parser();
        final int longest = 1 + random.nextInt(1 << random.nextInt(1, 17));
        int at = 0;
        while (at < file.length) {
            final int length = Math.min(file.length - at, random.nextInt(longest + 1));
            parser.parse(file, at, length);
            oddities.parse(file, at, length);
            at += length;
        }
        SameBooks.assertSame(expected, parser, books);
        assertEquals(expected.wrongLengths, odd.wrongLengths);
        assertEquals(expected.unknownTypes, odd.unknownTypes);
        return books.levels().orders();
    }

    @Test
    void shouldMakeTheBooksThatASimpleReaderMakes() {
        for (int seed = 0; seed < FILES; seed++) {
            final int at = seed;
            final SplittableRandom random = new SplittableRandom(seed);
            try {
                final int stocks = 1 + random.nextInt(20);
                final byte[] file = seed % 3 == 0
                        ? ItchFiles.clean(seed, stocks, 5_000)
                        : ItchFiles.withOddities(seed, stocks, 5_000);
                assertTrue(check(file, random) > 0);
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + at, e);
            }
        }
    }

    @Test
    void shouldKeepTheBooksOfEightThousandStocks() {
        final long seed = 8_000;
        final byte[] file = ItchFiles.withOddities(seed, 8_000, LONG ? 1_500_000 : 100_000);
        assertTrue(check(file, new SplittableRandom(seed)) > 1_000, "seed=" + seed);
    }

    @Test
    void shouldFindOddThingsInOddFilesOnly() {
        final byte[] file = ItchFiles.withOddities(3, 4, 20_000);
        final ItchBooks books = new ItchBooks();
        books.parser().parse(file, 0, file.length);
        assertTrue(books.unknownReferences() > 0);
        assertTrue(books.knownReferences() > 0);
        assertTrue(books.excessShares() > 0);
        assertTrue(books.emptyOrders() > 0);
        assertTrue(books.unknownSides() > 0);
        assertEquals(
                books.oddities(),
                books.unknownReferences()
                        + books.knownReferences()
                        + books.excessShares()
                        + books.emptyOrders()
                        + books.unknownSides());
    }

    @Test
    void shouldReadMutatedFilesAsASimpleReaderDoes() {
        final int messages = 3_000;
        final byte[][] whole = new byte[50][];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = ItchFiles.clean(i, 8, messages);
        }
        int mutated = 0;
        for (int seed = 0; mutated < MUTATED_BYTES; seed++) {
            final int mutatedAtOnce = seed % 4 == 0 ? 3 : seed % 4 == 1 ? 30 : seed % 4 == 2 || !LONG ? 2_000 : 20_000;
            mutated += mutatedAtOnce;
            final SplittableRandom random = new SplittableRandom(seed);
            final byte[] file = whole[seed % whole.length].clone();
            for (int i = 0; i < mutatedAtOnce; i++) {
                file[random.nextInt(file.length)] = (byte) random.nextInt(256);
            }
            try {
                assertTrue(check(file, random) <= messages);
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
    }

    @Test
    void shouldNeedNoMoreMemoryForAFileThatGoesOn() {
        final byte[] file = ItchFiles.clean(11, 20, 50_000);
        final ItchBooks books = new ItchBooks();
        final ItchParser parser = books.parser();
        parser.parse(file, 0, file.length);
        final long once = books.memoryBytes();
        final int orders = books.levels().orders();
        for (int i = 0; i < 5; i++) {
            parser.parse(file, 0, file.length); // the same references again: live orders stay
        }
        assertTrue(
                books.levels().orders() <= orders + orders / 2,
                "orders=" + books.levels().orders());
        assertTrue(books.memoryBytes() <= once + once / 2, "before=" + once + ", after=" + books.memoryBytes());
    }

    @Test
    void shouldReadThePublicSample() throws IOException {
        final String data = System.getProperty("daybook.data");
        assumeTrue(data != null, "no -Ddaybook.data: the public ITCH sample is not read");
        final byte[] file;
        try (InputStream in =
                new GZIPInputStream(Files.newInputStream(Path.of(data, "nasdaq-20101224-sample.itch50.gz")))) {
            file = in.readAllBytes();
        }
        final ItchBooks books = new ItchBooks();
        final ItchParser parser = books.parser();
        parser.parse(file, 0, file.length);
        final Map<Character, Integer> counts =
                Map.of('S', 6, 'R', 3, 'H', 3, 'A', 4_997, 'F', 3, 'E', 198, 'X', 45, 'D', 1_745, 'U', 12, 'P', 5_000);
        counts.forEach((type, count) -> assertEquals((long) count, parser.count((byte) (char) type), "type " + type));
        assertEquals(12_012, counts.values().stream().mapToInt(count -> count).sum());
        check(file, new SplittableRandom(1));
    }

    @Test
    void shouldKeepCrossedBooksAsTheyAre() {
        final ItchBooks books = new ItchBooks();
        final ItchParser parser = books.parser();
        final byte[] bid = ItchFiles.message('A', 36, 1, 0)
                .putLong(13, 1)
                .put(21, (byte) 'B')
                .putInt(22, 5)
                .putInt(34, 200)
                .array();
        final byte[] ask = ItchFiles.message('A', 36, 1, 0)
                .putLong(13, 2)
                .put(21, (byte) 'S')
                .putInt(22, 5)
                .putInt(34, 100)
                .array();
        parser.parse(bid, 0, bid.length);
        parser.parse(ask, 0, ask.length);
        final OrderLevels levels = books.levels();
        assertEquals(200, levels.price(levels.best(1, OrderLevels.BID)));
        assertEquals(100, levels.price(levels.best(1, OrderLevels.ASK)));
        assertEquals(2, levels.orders(1));
    }
}
