package io.daybook.it;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Lines of a scenario with one cascade behind the other. In each more than 3,000 stops lie dormant, one trade fires
 * them all, and ticks, orders, moves, cancels and snapshots go on with the backlog until nothing of it is left. Every
 * other cascade sells into icebergs that show one lot, so that a command ends at its limit of events, not of acts, and
 * the backlog takes many more commands. Brackets are bought on the way, so that exits wait where a command ends, and
 * orders expire before they have fired. The cascades are in two pairs and a future in turn.
 */
final class BacklogLines {
    private static final int STOPS = 3_100;
    private static final int FIRST_PRICE = 5_000;
    private static final int FIRING_PRICE = 3_000;
    private static final int LOTS_INTO_ICEBERGS = 16;
    private static final int ICEBERG_LOTS = 256;
    private static final int BRACKETS = 600;
    private static final int SPAN = 60;
    private static final int TICKS_AT_END = 60;
    private static final int SYMBOLS = 3;
    private static final int STOPPER = 1;
    private static final int BUYER = 2;
    private static final int SELLER = 3;
    private static final int BRACKETEER = 4;
    private static final int OTHER = 5;
    private static final long STEP_NS = 1_000;
    private static final long FIRST_STAMP_NS = 1_700_000_000_000_000_000L;

    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();
    private final BitSet amidCascades = new BitSet();
    private int symbol;
    private long nextOrderId = 1;

    private BacklogLines(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** So many cascades, from a seed. */
    static BacklogLines of(final long seed, final int cascades) {
        final BacklogLines lines = new BacklogLines(seed);
        lines.open();
        for (int i = 0; i < cascades; i++) {
            lines.cascade(1 + i % SYMBOLS, i % 2 == 1);
        }
        return lines;
    }

    /** One command each, so that a line's seq is its index + 1. */
    List<String> lines() {
        return lines;
    }

    /** Whether a command is one of a cascade, from the trade that fires it on. */
    boolean isAmidCascade(final int seq) {
        return amidCascades.get(seq);
    }

    /** Whether two commands are of the same cascade, from the trade that fires it on. */
    boolean areOfOneCascade(final int seq, final int other) {
        return amidCascades.get(seq) && amidCascades.nextClearBit(Math.min(seq, other)) > Math.max(seq, other);
    }

    private void open() {
        for (int i = 1; i <= SYMBOLS; i++) {
            add("\"cmd\":\"add_symbol\",\"symbol\":" + i + ",\"base\":10,\"quote\":20,\"lotSize\":1,\"tickValue\":1"
                    + ",\"takerFee\":2,\"makerFee\":1,\"maxPrice\":10000,\"type\":"
                    + (i == SYMBOLS ? "\"FUTURES_CONTRACT\",\"marginBuy\":5,\"marginSell\":5" : "\"EXCHANGE_PAIR\""));
        }
        final StringBuilder accounts = new StringBuilder();
        for (int uid = STOPPER; uid <= OTHER; uid++) {
            accounts.append(uid == STOPPER ? "" : ",")
                    .append('"')
                    .append(uid)
                    .append("\":{\"10\":1000000000000,\"20\":1000000000000}");
        }
        add("\"cmd\":\"add_accounts\",\"accounts\":{" + accounts + "}");
    }

    private void cascade(final int where, final boolean icebergs) {
        symbol = where;
        trade(FIRST_PRICE);
        final long firstStop = nextOrderId;
        layBids(icebergs);
        final long lastBeforeFiring = lines.size() + STOPS + 2;
        for (int i = 0; i < STOPS; i++) {
            final int lots = icebergs ? LOTS_INTO_ICEBERGS : 1 + random.nextInt(3);
            final boolean expires = random.nextInt(12) == 0;
            place(
                    STOPPER,
                    "ASK",
                    random.nextInt(8) == 0 ? "GTC" : "IOC",
                    1_000 + random.nextInt(5),
                    lots,
                    ",\"trigger\":" + (FIRING_PRICE + 1 + random.nextInt(1_500)) + ",\"when\":\"FALLS\""
                            + (expires ? expireAt(lastBeforeFiring + random.nextInt(SPAN / 2)) : ""));
        }
        final int firing = lines.size() + 2;
        trade(FIRING_PRICE);
        for (int i = 0; i < SPAN; i++) {
            amid(firstStop);
        }
        for (int i = 0; i < TICKS_AT_END; i++) {
            add("\"cmd\":\"tick\",\"symbol\":" + symbol);
        }
        amidCascades.set(firing, lines.size() + 1);
        add("\"cmd\":\"mass_cancel\",\"symbol\":" + symbol);
        add("\"cmd\":\"mass_cancel\",\"symbol\":" + symbol);
    }

    /** Bids for the stops to sell to: deep ones or icebergs, brackets between them, and orders that expire below. */
    private void layBids(final boolean icebergs) {
        final int bids = icebergs ? STOPS * LOTS_INTO_ICEBERGS / ICEBERG_LOTS : 40;
        for (int i = 0; i < bids; i++) {
            place(
                    BUYER,
                    "BID",
                    "GTC",
                    2_000 + random.nextInt(900),
                    icebergs ? ICEBERG_LOTS : 150,
                    icebergs ? ",\"display\":1" : "");
        }
        for (int i = 0; i < BRACKETS; i++) {
            final long exit = nextOrderId++;
            place(
                    BRACKETEER,
                    "BID",
                    "GTC",
                    2_000 + random.nextInt(900),
                    1 + random.nextInt(3),
                    ",\"exit\":{\"orderId\":" + exit + ",\"price\":" + (6_000 + random.nextInt(50))
                            + (random.nextBoolean()
                                    ? ",\"trigger\":" + (1_100 + random.nextInt(800)) + ",\"stopPrice\":1010}"
                                    : "}"));
        }
        for (int i = 0; i < SPAN; i++) {
            place(OTHER, "BID", "GTC", 500 + i, 1, expireAt(lines.size() + STOPS + SPAN + 2L * random.nextInt(SPAN)));
        }
    }

    private void trade(final int price) {
        place(BUYER, "BID", "GTC", price, 1, "");
        place(SELLER, "ASK", "IOC", price, 1, "");
    }

    /** What goes on with the backlog, or happens beside it. */
    private void amid(final long firstStop) {
        final long some = firstStop + random.nextLong(nextOrderId - firstStop);
        final String order = "\"symbol\":" + symbol + ",\"orderId\":" + some;
        switch (random.nextInt(12)) {
            case 0 -> place(OTHER, "BID", "GTC", 100 + random.nextInt(50), 1 + random.nextInt(9), "");
            case 1 -> place(OTHER, "BID", "IOC", 7_000, 1 + random.nextInt(3), "");
            case 2 -> place(OTHER, "ASK", "POST_ONLY", 8_000, 1, ",\"flagged\":true");
            case 3 -> add("\"cmd\":\"cancel\",\"uid\":" + STOPPER + "," + order);
            case 4 -> add("\"cmd\":\"move\",\"price\":900,\"uid\":" + STOPPER + "," + order);
            case 5 -> add("\"cmd\":\"replace\",\"price\":1005,\"size\":5,\"uid\":" + STOPPER + "," + order);
            case 6 -> add("\"cmd\":\"adjust\",\"uid\":5,\"currency\":20,\"amount\":7,\"txid\":" + lines.size());
            case 7 -> add("\"cmd\":\"snapshot\"");
            case 8 -> add("\"cmd\":\"tick\",\"symbol\":" + (1 + symbol % SYMBOLS));
            default -> add("\"cmd\":\"tick\",\"symbol\":" + symbol);
        }
    }

    private void place(
            final int uid, final String side, final String type, final int price, final int size, final String terms) {
        add("\"cmd\":\"place\",\"uid\":" + uid + ",\"symbol\":" + symbol + ",\"orderId\":" + nextOrderId++
                + ",\"side\":\"" + side + "\",\"type\":\"" + type + "\",\"price\":" + price + ",\"size\":" + size
                + terms);
    }

    /** At the stamp of the command with that index. */
    private static String expireAt(final long index) {
        return ",\"expireAt\":" + (FIRST_STAMP_NS + index * STEP_NS);
    }

    private void add(final String fields) {
        lines.add("{" + fields + ",\"timestamp\":" + (FIRST_STAMP_NS + lines.size() * STEP_NS) + "}");
    }
}
