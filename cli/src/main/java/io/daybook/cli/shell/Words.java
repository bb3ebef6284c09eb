package io.daybook.cli.shell;

import io.daybook.api.SymbolSpec;
import io.daybook.cli.explain.NamedCurrency;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The words of one line after the verb, read from the left. Each reading method fails with a message that names the
 * word that it expected.
 */
final class Words {
    private static final String GROUPING = "[_,](?=[0-9]{3})";

    private final ShellVerb verb;
    private final ArrayDeque<String> words;
    private final Supplier<List<SymbolSpec>> symbols;

    /**
     * Creates the words of a line.
     *
     * @param symbols supplies all symbols, to find one by its name; called only if a symbol is read
     */
    Words(final ShellVerb verb, final List<String> words, final Supplier<List<SymbolSpec>> symbols) {
        this.verb = verb;
        this.words = new ArrayDeque<>(words);
        this.symbols = symbols;
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /** Returns the next word without removing it; empty at the end. */
    String peek() {
        final String next = words.peek();
        return next == null ? "" : next;
    }

    String text(final String what) throws ShellException {
        final String word = words.poll();
        if (word == null) {
            throw wrong(what + " is missing");
        }
        return word;
    }

    /** Removes the next word if it is this one, and returns whether it was. */
    boolean accept(final String word) {
        if (peek().equalsIgnoreCase(word)) {
            words.remove();
            return true;
        }
        return false;
    }

    /**
     * Lots and price.
     *
     * @param size the lots
     * @param price the price in ticks
     */
    record SizeAtPrice(long size, long price) {}

    /** Reads lots and price, written {@code 12@15400}. */
    SizeAtPrice sizeAtPrice() throws ShellException {
        final String what = text("SIZE@PRICE");
        final int at = what.indexOf('@');
        if (at < 1 || at == what.length() - 1) {
            throw wrong("expected size and price, as in 12@15400: " + what);
        }
        return new SizeAtPrice(number(what.substring(0, at), "size"), number(what.substring(at + 1), "price"));
    }

    /** Reads a whole number of 64 bits. */
    long number(final String what) throws ShellException {
        return number(text(what), what);
    }

    long number(final String word, final String what) throws ShellException {
        try {
            return Long.parseLong(word.replaceAll(GROUPING, ""));
        } catch (final NumberFormatException e) {
            throw wrong(what + " must be a whole number: " + word + (isDecimal(word) ? decimals(what) : ""));
        }
    }

    private static boolean isDecimal(final String word) {
        return word.matches("-?[0-9]*\\.[0-9]+");
    }

    /** Returns the advice for a number with decimals. */
    private static String decimals(final String what) {
        return switch (what) {
            case "price" -> ". Prices are counted in ticks, without decimals; 'symbols' shows what one tick is worth";
            case "size" -> ". Sizes are counted in lots, without decimals; 'symbols' shows how much one lot is";
            case "amount" -> ". Amounts are counted in minor units: cents, satoshi";
            default -> "";
        };
    }

    /** Reads a number of 32 bits. */
    int id(final String what) throws ShellException {
        final long number = number(what);
        if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
            throw wrong(what + " must fit in 32 bits: " + number);
        }
        return (int) number;
    }

    /** Reads a symbol by number, or by its currencies, as in {@code BTC/EUR}. */
    int symbol() throws ShellException {
        final String word = peek();
        final int slash = word.indexOf('/');
        if (slash < 0) {
            return id("symbol");
        }
        words.remove();
        final NamedCurrency base = NamedCurrency.named(word.substring(0, slash));
        final NamedCurrency quote = NamedCurrency.named(word.substring(slash + 1));
        if (base == null || quote == null) {
            throw wrong("unknown currency in " + word + "; known by name: " + names());
        }
        final List<Integer> found = symbols.get().stream()
                .filter(spec -> spec.baseCurrency() == base.number() && spec.quoteCurrency() == quote.number())
                .map(SymbolSpec::symbol)
                .toList();
        if (found.size() != 1) {
            throw wrong(
                    found.isEmpty()
                            ? "there is no symbol " + word + "; 'symbols' lists all"
                            : "symbols " + found + " are " + word + ": use the number");
        }
        return found.get(0);
    }

    /** Reads a currency by number or by name. */
    int currency() throws ShellException {
        final NamedCurrency named = NamedCurrency.named(peek());
        if (named != null) {
            words.remove();
            return named.number();
        }
        if (!peek().isEmpty() && !Character.isDigit(peek().charAt(0)) && peek().charAt(0) != '-') {
            throw wrong("unknown currency " + peek() + "; known by name: " + names() + "; all others by number");
        }
        return id("currency");
    }

    /** Reads an amount of a currency, in minor units. */
    long amount(final int currency) throws ShellException {
        final String word = text("amount");
        if (isDecimal(word)) {
            throw wrong("amount must be a whole number: " + word + decimals("amount") + suggestion(word, currency));
        }
        return number(word, "amount");
    }

    private static String suggestion(final String word, final int currency) {
        for (final NamedCurrency named : NamedCurrency.values()) {
            if (named.number() == currency) {
                final BigDecimal minorUnits = new BigDecimal(word).movePointRight(named.decimals());
                return minorUnits.stripTrailingZeros().scale() <= 0
                        ? ". " + word + " " + named + " are " + minorUnits.toBigInteger()
                        : "";
            }
        }
        return "";
    }

    /** Reads an order id, written {@code #5001}. */
    long orderId() throws ShellException {
        final String word = text("#ID");
        if (!word.startsWith("#")) {
            throw wrong("expected an order id, as in #5001: " + word);
        }
        return number(word.substring(1), "order id");
    }

    /** Reads an order id at a position where no other word is valid, with or without {@code #}. */
    long plainOrderId() throws ShellException {
        return isOrderIdNext() ? orderId() : number("order id");
    }

    boolean isOrderIdNext() {
        return peek().startsWith("#");
    }

    /** Refuses remaining words. */
    void end() throws ShellException {
        if (!words.isEmpty()) {
            throw wrong("did not expect: " + String.join(" ", words));
        }
    }

    ShellException wrong(final String what) {
        return new ShellException(what + " (usage: " + verb.usage() + ")");
    }

    private static String names() {
        final StringBuilder names = new StringBuilder();
        for (final NamedCurrency currency : NamedCurrency.values()) {
            names.append(names.isEmpty() ? "" : ", ").append(currency);
        }
        return names.toString();
    }
}
