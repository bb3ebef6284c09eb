package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Properties of all reports, whatever the requests: 38 = 14 + 151 while an order is open, 151 = 0 at its end, Σ 32 =
 * 14, each 17 occurs once; and every request is answered by exactly one report or reject that has its ClOrdID.
 */
final class ReportPropertiesTest {
    private static final int ROUNDS =
            Boolean.getBoolean("daybook.long") ? 500 : Boolean.getBoolean("daybook.quick") ? 5 : 50;
    private static final int REQUESTS = 20;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    /** One client with the reports that it has received. */
    private final class Trader implements AutoCloseable {
        private final RawFix connection;
        private final String prefix;
        private final Set<String> open = new HashSet<>();
        private final Set<String> execIds = new HashSet<>();
        private final Map<String, BigDecimal> traded = new HashMap<>();
        private final Map<String, String> sides = new HashMap<>();
        private final List<String> live = new ArrayList<>();
        private int sent;

        Trader(final RawFix connection, final String prefix) throws IOException {
            this.connection = connection;
            this.prefix = prefix;
            assertEquals("A", RawFix.field(connection.receive(), 35));
        }

        void sendOne() throws IOException {
            final String id = prefix + ++sent;
            final int choice = live.isEmpty() ? 0 : random.nextInt(8);
            final String orig = live.isEmpty() ? "" : live.get(random.nextInt(live.size()));
            final String side = choice == 5 || choice == 6 ? sides.get(orig) : random.nextBoolean() ? "1" : "2";
            sides.put(id, side);
            final String order = "|55=BTC-EUR|54=" + side + "|60=20260101-00:00:00";
            final String terms = "|38=0.0" + (10 + random.nextInt(80)) + "|44=1540" + random.nextInt(5) + "0|40=2";
            switch (choice) {
                case 5 -> connection.send("35=F|11=" + id + "|41=" + orig + order);
                case 6 -> connection.send("35=G|11=" + id + "|41=" + orig + order + terms);
                case 7 ->
                    connection.send("35=D|11=" + id + order + "|38=0.0" + (10 + random.nextInt(80))
                            + (random.nextBoolean() ? "|40=1|59=3|9998=155000" : "|40=1|59=4|9998=155000"));
                default ->
                    connection.send("35=D|11=" + id + order + terms
                            + List.of("|59=1", "|59=0", "|59=3", "|59=4", "|59=1|18=6", "|59=1|111=0.010")
                                    .get(random.nextInt(6)));
            }
            open.add(id);
        }

        void readUntilAnswered() throws IOException {
            while (!open.isEmpty()) {
                take(Objects.requireNonNull(connection.receiveApplication(), () -> "closed, seed=" + seed));
            }
        }

        private void take(final String message) {
            final String id = Objects.requireNonNull(RawFix.field(message, 11), message);
            open.remove(id);
            if ("9".equals(RawFix.field(message, 35))) {
                return;
            }
            assertEquals("8", RawFix.field(message, 35), message);
            assertTrue(execIds.add(RawFix.field(message, 17)), () -> "seed=" + seed + " twice: " + message);
            final String status = Objects.requireNonNull(RawFix.field(message, 39));
            final boolean isOpen = "0".equals(status) || "1".equals(status);
            final BigDecimal leaves = number(message, 151);
            final BigDecimal cum = number(message, 14);
            if (isOpen) {
                assertEquals(number(message, 38), leaves.add(cum), () -> "seed=" + seed + " " + message);
            } else {
                assertEquals(0, leaves.signum(), () -> "seed=" + seed + " " + message);
            }
            final String order = Objects.requireNonNull(RawFix.field(message, 37));
            if ("F".equals(RawFix.field(message, 150))) {
                traded.merge(order, number(message, 32), BigDecimal::add);
            }
            assertEquals(
                    0,
                    traded.getOrDefault(order, BigDecimal.ZERO).compareTo(cum),
                    () -> "seed=" + seed + " " + message);
            live.remove(id);
            live.remove(String.valueOf(RawFix.field(message, 41)));
            if (isOpen) {
                live.add(id);
            }
        }

        private BigDecimal number(final String message, final int tag) {
            return new BigDecimal(Objects.requireNonNull(RawFix.field(message, tag), message));
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }

    @Test
    void shouldHoldOfAllReports() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
                Trader first = new Trader(venue.logon(17), "a");
                Trader second = new Trader(venue.logon(18), "b")) {
            try {
                trade(first, second);
            } catch (IOException e) {
                throw new AssertionError("seed=" + seed + " open " + first.open + second.open + " " + venue.audited, e);
            }
            assertTrue(first.traded.size() + second.traded.size() > 0, () -> "nothing was traded, seed=" + seed);
        }
    }

    private static void trade(final Trader first, final Trader second) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < REQUESTS; i++) {
                first.sendOne();
                second.sendOne();
            }
            first.readUntilAnswered();
            second.readUntilAnswered();
        }
    }
}
