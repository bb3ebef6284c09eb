package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills {@code daybook export} at random moments and starts it again: each event has exactly one row. */
@Proves(
        value = "an export that is killed at random and started again has exactly one row for each event",
        normal = "60,000 commands",
        large = "10 million commands")
@Tag("whole")
class ExportKillTest {
    private static final long SEED = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int COMMANDS = IS_LONG ? 10_000_000 : 60_000;
    private static final int KILLS = IS_LONG ? 20 : 4;
    private static final int USERS = 20;
    private static final long MONEY = 1L << 50;
    private static final int LIVE = 500;
    private static final int IN_FLIGHT = 4_096;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long TIME_OUT_S = IS_LONG ? 900 : 120;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private Process process;

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldHaveARowForEachEventOnce() throws Exception {
        final Path exchange = folder.resolve("exchange");
        final long expected = trade(exchange);
        final Path events = folder.resolve("events");
        final long beganNs = System.nanoTime();
        int killed = 0;
        while (!export(exchange, events, killed < KILLS)) {
            killed++;
        }
        final long tookNs = System.nanoTime() - beganNs;
        final long rows = rows(events);
        System.out.printf(
                "%,d commands, %,d rows, %,d bytes in %d files, %d kills, %.1f s in all, seed %d%n",
                COMMANDS, rows, bytes(events), files(events).size(), killed, tookNs / 1e9, SEED);
        assertEquals(expected, rows, () -> "seed=" + SEED);
        assertTrue(killed > 0, () -> "no export was killed: seed=" + SEED);
        assertTrue(export(exchange, events, false), "an export with nothing left to write must succeed");
        assertEquals(expected, rows(events));
    }

    /** Makes a journal; returns the number of rows that its export must have. */
    private long trade(final Path exchange) {
        final AtomicLong rows = new AtomicLong();
        try (Exchange running =
                DaybookExchange.start(ExchangeConfig.builder().journal(exchange).build())) {
            running.addListener(new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    rows.setRelease(rows.getPlain() + Math.max(1, result.eventCount()));
                }
            });
            final ArrayDeque<CompletableFuture<CommandResult>> pending = new ArrayDeque<>();
            final ArrayDeque<Long> live = new ArrayDeque<>();
            pending.add(running.submit(
                    new AddSymbol(SymbolSpec.exchangePair(1, 1, 2).build())));
            final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
            for (long uid = 1; uid <= USERS; uid++) {
                accounts.put(uid, Map.of(1, MONEY, 2, MONEY));
            }
            pending.add(running.submit(AddAccounts.of(accounts)));
            for (long id = 1; id <= COMMANDS - 2; id++) {
                pending.add(running.submit(next(id, live)));
                if (pending.size() > IN_FLIGHT) {
                    pending.remove().join();
                }
            }
            pending.forEach(CompletableFuture::join);
        }
        return rows.get();
    }

    private Command next(final long id, final ArrayDeque<Long> live) {
        if (live.size() > LIVE) {
            final long oldest = live.remove();
            return new CancelOrder(1 + oldest % USERS, 1, oldest);
        }
        live.add(id);
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        return PlaceOrder.gtc(1 + id % USERS, 1, id, side, 1_000 + random.nextInt(40), 1 + random.nextInt(50))
                .withType(random.nextInt(5) == 0 ? OrderType.IOC : OrderType.GTC);
    }

    /** Runs an export; returns whether it ended before it was killed. */
    private boolean export(final Path exchange, final Path events, final boolean isKilled) throws Exception {
        final int before = files(events).size();
        process = DaybookProcess.builder("export", exchange.toString(), "--to", "csv:" + events, "--file-mib", "1")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("export.log").toFile()))
                .start();
        if (isKilled) {
            final int more = random.nextInt(IS_LONG ? 40 : 3);
            while (process.isAlive() && files(events).size() < before + more) {
                LockSupport.parkNanos(LOOK_NS);
            }
            LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(more == 0 ? 2_000 : 50)));
            process.destroyForcibly();
        }
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "the export does not end");
        if (isKilled && process.exitValue() != 0) {
            return false;
        }
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("export.log")));
        return true;
    }

    private static List<Path> files(final Path events) throws IOException {
        if (!Files.exists(events)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(events)) {
            return files.filter(file -> file.getFileName().toString().matches("events-\\d+-\\d+\\.csv"))
                    .sorted()
                    .toList();
        }
    }

    private static long bytes(final Path events) throws IOException {
        long bytes = 0;
        for (final Path file : files(events)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /**
     * Counts the rows of all files. Requires that each file continues where the one before it ends, and that no key
     * occurs twice.
     */
    private static long rows(final Path events) throws IOException {
        long rows = 0;
        long seq = 0;
        long event = -1;
        for (final Path file : files(events)) {
            final String[] name = file.getFileName().toString().split("[-.]");
            assertEquals(seq + 1, Long.parseLong(name[1]), () -> file + " does not continue the file before it");
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                assertTrue(lines.readLine().startsWith("seq,event,time,"), "the first line must name the columns");
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    final int comma = line.indexOf(',');
                    final long nextSeq = Long.parseLong(line, 0, comma, 10);
                    final long nextEvent = Long.parseLong(line, comma + 1, line.indexOf(',', comma + 1), 10);
                    final boolean goesOn = nextSeq == seq && nextEvent == event + 1;
                    assertTrue(goesOn || nextSeq == seq + 1 && nextEvent == 0, file + ": " + line);
                    seq = nextSeq;
                    event = nextEvent;
                    rows++;
                }
            }
            assertEquals(seq, Long.parseLong(name[2]));
        }
        assertFalse(Files.exists(events.resolve("events.part")), "events.part must not be left over");
        return rows;
    }
}
