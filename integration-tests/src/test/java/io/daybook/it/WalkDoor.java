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
 * A door as its users have it: commands in units of the exchange are sent in the door's own words, and the reports to
 * the owners of orders are kept by order.
 */
abstract class WalkDoor implements AutoCloseable {
    static final int SYMBOLS = 100;

    /** How lots of an order end without a trade. */
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
        /** A trigger that waits for the price to come back: takes a profit. */
        TOUCH,
        /** Orders for contracts. */
        FUTURES,
        /** Acts that are left over go on without another command. */
        LEFT_OVER,
        /** A mass cancel of one side. */
        MASS_OF_A_SIDE,
        /** An order is shown with its terms. */
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

    /** How long an effect may take; on a busy machine a process may wait for a processor, or a disk. */
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

    /** Sends a command of a user or an operator; returns SUCCESS, or the reason of the refusal, in the door's words. */
    abstract String send(Command command) throws Exception;

    /** The word by which this door reports an end, a regular expression. */
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

    /** Waits until an order is shown with these terms, and keeps them: a restart must not change them. */
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
     * The terms of an order whose trigger was met: the exchange drops the trigger, a door may show the order as it was
     * sent.
     */
    String termsOfAWoken(final String sent) {
        return sent;
    }

    /** The terms with which each order was last shown. */
    final Collection<Shown> keptShown() {
        return keptShown.values();
    }

    /** Terms of an order as they are shown. */
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

    /** The words that a new order may use here, by the door's own list: each must be used in some cell. */
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

    /** Lets time pass, at a door without automatic ticks. */
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

    /** Why this door does not offer something; null if it does. */
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

    /** The id that the door gave an order of a cell. */
    final long idOf(final int symbol, final long id) {
        synchronized (heard) {
            final Long known = ids.get(symbol * 100_000L + id);
            if (known == null) {
                throw new AssertionError("no order " + id + " was placed in " + symbol);
            }
            return known;
        }
    }

    /** Adds a report to those of an order; a negative number stands for none. */
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

    /** Sets the state of an order, as a report shows it. */
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
                            "order " + id + " (" + idOf(symbol, id) + "): wanted " + wanted + ", heard " + one);
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
