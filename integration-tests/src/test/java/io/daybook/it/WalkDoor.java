package io.daybook.it;

import io.daybook.api.Command;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A door as its users see it: translates commands in units of the exchange into the terms of the door, sends them, and
 * keeps the reports to the owners of orders, by order.
 */
abstract class WalkDoor implements AutoCloseable {
    static final int SYMBOLS = 100;

    /** The ways in which lots of an order end without a trade. */
    enum End {
        REJECTED,
        OWNER,
        STP,
        EXPIRED,
        MASS
    }

    /** Features of doors that no enum of the API names. */
    enum Feature {
        /** Orders of which no lot is shown. */
        HIDDEN,
        /** A trigger at a price that is better than the current one, to take a profit. */
        TOUCH,
        /** Orders for contracts. */
        FUTURES,
        /** The acts that a command left over are carried out without another command. */
        LEFT_OVER,
        /** A mass cancel of one side. */
        MASS_OF_A_SIDE,
        /** The terms of an order are shown. */
        SHOWN
    }

    /** The reports to the owner of an order. */
    static final class Heard {
        long traded;
        long left;

        /** The largest number of lots that was left at any time. */
        long rested;

        final List<String> words = new ArrayList<>();

        @Override
        public String toString() {
            return "traded " + traded + ", left " + left + ", words " + words;
        }
    }

    /** The time that an effect may take; on a busy machine a process may wait for a processor, or for the disk. */
    static final long TIME_OUT_MS = Long.getLong("daybook.walkTimeoutMs", 60_000);

    private final int number;
    private final String name;
    private final Map<Long, Heard> heard = new HashMap<>();
    private final Map<Long, Long> ids = new HashMap<>();
    private final Map<Enum<?>, String> notOffered = new HashMap<>();
    private final Set<String> said = new TreeSet<>();
    private final Map<Long, Shown> keptShown = new TreeMap<>();

    WalkDoor(final int number, final String name) {
        this.number = number;
        this.name = name;
    }

    /**
     * Sends a command of a user or an operator; returns SUCCESS, or the reason of the refusal, in the terms of the
     * door.
     */
    abstract String send(Command command) throws Exception;

    /** A regular expression for the word with which this door reports an end. */
    abstract String word(End end);

    /** Both sides of a book, such as {@code 100x5 101x2}, asks first. */
    String book(final int symbol) throws Exception {
        throw new UnsupportedOperationException("book");
    }

    /**
     * The terms of an order as the door shows them, in units of the exchange: {@code dormant}, {@code display=2},
     * {@code expireAt=MS} and {@code trigger=95}, in this order.
     */
    String shown(final long uid, final int symbol, final long id) throws Exception {
        throw new UnsupportedOperationException("shown");
    }

    /** Waits until an order is shown with these terms, and keeps the terms, because a restart must not change them. */
    final void awaitShown(final Shown wanted) throws Exception {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000;
        String now = shown(wanted.uid, wanted.symbol, wanted.id);
        while (!wanted.terms.equals(now)) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(name + ": wanted " + wanted + ", shown " + now);
            }
            TimeUnit.MILLISECONDS.sleep(20); // then asks again
            now = shown(wanted.uid, wanted.symbol, wanted.id);
        }
        keptShown.put(wanted.symbol * 100_000L + wanted.id, wanted);
    }

    /** Waits until a book has these levels: owners may get reports of their orders before the book has them. */
    final void awaitBook(final int symbol, final String wanted) throws Exception {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000;
        String now = book(symbol);
        while (!wanted.equals(now)) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(name + ": wanted " + wanted + ", the book has " + now);
            }
            TimeUnit.MILLISECONDS.sleep(20); // then asks again
            now = book(symbol);
        }
    }

    /**
     * The terms that this door shows of an order whose trigger was met. The exchange drops the trigger, but a door may
     * show the order as it was sent.
     */
    String termsOfAWoken(final String sent) {
        return sent;
    }

    /** The terms with which each order was last shown. */
    final Collection<Shown> keptShown() {
        return keptShown.values();
    }

    /** The terms of an order, as they are shown. */
    record Shown(long uid, int symbol, long id, String terms) {}

    static String terms(final boolean isDormant, final String display, final String expireAt, final String trigger) {
        return String.join(
                        " ",
                        isDormant ? "dormant" : "",
                        display.isEmpty() ? "" : "display=" + display,
                        expireAt.isEmpty() ? "" : "expireAt=" + expireAt,
                        trigger.isEmpty() ? "" : "trigger=" + trigger)
                .strip()
                .replaceAll(" +", " ");
    }

    /** A user's balance of the quote currency, in minor units. */
    long balance(final long uid) throws Exception {
        throw new UnsupportedOperationException("balance");
    }

    /**
     * The words that a new order may use at this door, by the list of the door itself; a cell must use each of them.
     */
    List<String> ownWords() throws Exception {
        return List.of();
    }

    final void said(final String word) {
        said.add(word);
    }

    /** The words that the door lists and no cell has used. */
    final Set<String> unsaid() throws Exception {
        final Set<String> unsaid = new TreeSet<>(ownWords());
        unsaid.removeAll(said);
        return unsaid;
    }

    final Collection<String> reasons() {
        return notOffered.values();
    }

    /** Sends a tick, at a door without automatic ticks. */
    void tick(final int symbol) throws Exception {}

    /** Sends orders, all of which must be accepted. */
    void sendAll(final List<PlaceOrder> orders) throws Exception {
        for (final PlaceOrder order : orders) {
            final String answer = send(order);
            if (!"SUCCESS".equals(answer)) {
                throw new AssertionError(order + " " + answer);
            }
        }
    }

    /** Whether an answer is the refusal with a code. */
    boolean refuses(final String answer, final ResultCode code) {
        return answer.contains(code.name());
    }

    final void without(final String reason, final Enum<?>... constants) {
        for (final Enum<?> constant : constants) {
            notOffered.put(constant, reason);
        }
    }

    /** The reason why this door does not offer a feature; null if it does. */
    final @Nullable String whyNot(final Enum<?> constant) {
        return notOffered.get(constant);
    }

    /** Whether this is a door of {@code daybook serve}. */
    final boolean isServed() {
        return number > 1;
    }

    final String name() {
        return name;
    }

    /** The uid of a letter from A to H, or of N, a user who does not exist at first. */
    final long uid(final char user) {
        return 301 + 100L * number + user - 'A';
    }

    final String account(final long uid) {
        return String.valueOf((char) ('A' + uid - uid('A')));
    }

    /** The symbol of a row of the table, which no other cell uses. */
    final int symbol(final int row) {
        return 10 + SYMBOLS * number + row;
    }

    static String listing(final int symbol) {
        return "W" + symbol + "-EUR";
    }

    final void know(final int symbol, final long id, final long ownId) {
        synchronized (heard) {
            ids.put(symbol * 100_000L + id, ownId);
        }
    }

    /** The id that the door gave to an order of a cell. */
    final long idOf(final int symbol, final long id) {
        synchronized (heard) {
            final Long known = ids.get(symbol * 100_000L + id);
            if (known == null) {
                throw new AssertionError("no order " + id + " was placed in " + symbol);
            }
            return known;
        }
    }

    /** Adds a report to the reports of an order; a negative number means that the report has no such number. */
    final void hear(final long ownId, final long tradedMore, final long left, final @Nullable String word) {
        synchronized (heard) {
            final Heard one = heard.computeIfAbsent(ownId, id -> new Heard());
            one.traded += Math.max(0, tradedMore);
            one.left = left < 0 ? one.left : left;
            one.rested = Math.max(one.rested, one.left);
            if (word != null) {
                one.words.add(word);
            }
            heard.notifyAll();
        }
    }

    /** Adds a report that has the total of the traded lots, not the lots that were traded since the last report. */
    final void hearState(final long ownId, final long traded, final long left, final @Nullable String word) {
        synchronized (heard) {
            hear(ownId, traded - heard.computeIfAbsent(ownId, id -> new Heard()).traded, left, word);
        }
    }

    /** Waits until the reports of an order are as wanted. */
    final void await(final int symbol, final long id, final String wanted, final Predicate<Heard> condition)
            throws Exception {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000;
        while (true) {
            synchronized (heard) {
                final Heard one = heard.getOrDefault(idOf(symbol, id), new Heard());
                if (condition.test(one)) {
                    return;
                }
                if (System.nanoTime() > endNs) {
                    throw new AssertionError(
                            "order " + id + " (" + idOf(symbol, id) + "): wanted " + wanted + ", reported " + one);
                }
                heard.wait(20);
            }
            tick(symbol);
        }
    }

    /** The last word in the reports of an order. */
    final String lastWord(final int symbol, final long id) {
        synchronized (heard) {
            final List<String> words = heard.getOrDefault(idOf(symbol, id), new Heard()).words;
            return words.isEmpty() ? "" : words.get(words.size() - 1);
        }
    }

    @Override
    public abstract void close() throws Exception;
}
