package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchWriter;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports an ITCH file as a feed, and plays the feed to a multicast group of the loopback interface, as fast as
 * possible. At the end a subscriber has the books of the file; it recovers lost packets by requests and snapshots.
 */
@Proves(
        value = "a subscriber of a feed that is played from an ITCH file has the file's books, even after packet loss",
        normal = "20,000 orders")
@Tag("whole")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeedPlayTest {
    private static final long SEED = Long.getLong("daybook.seed", 71);
    private static final int STOCKS = 4;
    private static final int MESSAGES = 20_000;
    private static final String GROUP = "239.255.71.1";
    private static final int TIME_OUT_S = 60;

    /** The seconds for which the first try serves the feed after the last message. */
    private static final int STAY = 8;

    private static final int MOST_STAY = 64;

    @TempDir
    private Path folder;

    /** The price of the last order of the file, which is the only order of its stock. */
    private static final long LAST_PRICE = 777;

    private final ItchBooks expected = new ItchBooks();
    private final CompletableFuture<List<Long>> heard = new CompletableFuture<>();

    private byte[] day() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final ItchWriter out = new ItchWriter(bytes::write);
        final List<Long> live = new ArrayList<>();
        long timeNs = 0;
        for (long reference = 1; reference <= MESSAGES; reference++) {
            timeNs += random.nextInt(1_000_000);
            final int locate = 1 + (int) (reference % STOCKS);
            final long stock = ItchWriter.stock("S" + locate);
            if (live.size() > 1_000) {
                final long gone = live.remove(random.nextInt(live.size()));
                out.deleted(1 + (int) (gone % STOCKS), timeNs, gone);
            }
            final char side = random.nextBoolean() ? 'B' : 'S';
            out.addOrder(locate, timeNs, reference, side, 1 + random.nextInt(100), stock, 1 + random.nextInt(50));
            live.add(reference);
        }
        out.addOrder(STOCKS + 1, timeNs, MESSAGES + 1, 'B', 1, ItchWriter.stock("LAST"), LAST_PRICE);
        return bytes.toByteArray();
    }

    private static List<Long> orders(final OrderLevels levels, final int book) {
        final List<Long> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                orders.add(levels.price(level));
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(levels.size(order));
                }
            }
        }
        return orders;
    }

    /** Copies all books on the client's thread, as soon as all of them are fresh and the last order is in them. */
    private final class Listener implements FeedListener {
        private volatile @Nullable FeedClient client;

        @Override
        public void onGroup(final long seq, final long timeNs) {
            copy();
        }

        @Override
        public void onFresh(final int symbol) {
            copy();
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            heard.completeExceptionally(new AssertionError(mismatch + " symbol " + symbol));
        }

        private void copy() {
            final FeedClient own = client;
            if (own == null || heard.isDone()) {
                return;
            }
            final ChannelBooks books = own.books(0);
            final List<Long> all = new ArrayList<>();
            for (int symbol = 1; symbol <= STOCKS + 1; symbol++) {
                final int book = books.bookOf(symbol);
                if (book == ChannelBooks.NO_BOOK) {
                    return;
                }
                all.addAll(orders(books.levels(), book));
            }
            if (all.contains(LAST_PRICE)) {
                heard.complete(all);
            }
        }
    }

    private static NetworkInterface loopback() throws IOException {
        return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .filter(network -> {
                    try {
                        return network.isLoopback();
                    } catch (IOException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldGiveASubscriberTheBooksOfAFile() throws Exception {
        final byte[] day = day();
        new ItchParser(expected).parse(day, 0, day.length);
        final List<Long> books = new ArrayList<>();
        for (int locate = 1; locate <= STOCKS + 1; locate++) {
            books.addAll(orders(expected.levels(), locate));
        }
        final Path file = Files.write(folder.resolve("day.itch"), day);
        final Path feed = folder.resolve("feed");
        final var imported = DaybookProcess.run(file, "import", "itch", "-", "--feed", feed.toString());
        assertEquals(0, imported.status(), imported.err());

        final NetworkInterface network = loopback();
        final InetSocketAddress line = new InetSocketAddress(GROUP, FreePorts.next());
        final InetSocketAddress snapshots = new InetSocketAddress(GROUP, FreePorts.next());
        final InetSocketAddress requests = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
        final Listener listener = new Listener();
        try (FeedClient client = FeedClient.builder()
                .channels(0)
                .lineA(line)
                .interfaces(network, network)
                .snapshots(snapshots)
                .requests(requests)
                .listener(listener)
                .start()) {
            listener.client = client;
            final StringBuilder played = new StringBuilder();
            for (int stay = STAY; stay <= MOST_STAY && !heard.isDone(); stay *= 2) {
                // the next try is for a client that stalled while it could request lost messages
                final var ended = DaybookProcess.run(
                        file,
                        "feed",
                        "play",
                        feed.toString(),
                        "--to",
                        GROUP + ":" + line.getPort(),
                        "--interface",
                        network.getName(),
                        "--snapshots",
                        GROUP + ":" + snapshots.getPort(),
                        "--cycle-ms",
                        "500",
                        "--requests",
                        "127.0.0.1:" + requests.getPort(),
                        "--speed",
                        "max",
                        "--stay",
                        Integer.toString(stay));
                assertEquals(0, ended.status(), ended.err());
                assertTrue(ended.err().contains(" messages in "), ended.err());
                played.append(ended.err());
            }
            assertEquals(books, heard.get(TIME_OUT_S, TimeUnit.SECONDS), () -> "seed=" + SEED + " " + played);
            assertNull(client.failure(), () -> Objects.toString(client.failure()));
        }
    }

    @Test
    void shouldRefuseAFolderWithoutAFeed() throws IOException {
        final Path nothing = Files.createFile(folder.resolve("nothing"));
        final var ended = DaybookProcess.run(nothing, "feed", "play", folder.toString(), "--to", "127.0.0.1:15000");
        assertEquals(2, ended.status(), ended.err());
        assertTrue(ended.err().contains("has no feed: neither it nor its folder feed has the file FEED"), ended.err());
    }
}
