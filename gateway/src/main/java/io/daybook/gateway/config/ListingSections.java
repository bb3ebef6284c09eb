package io.daybook.gateway.config;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.Listing.Currency;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.text.Nearest;
import io.daybook.config.Faults;
import io.daybook.config.Node;
import io.daybook.config.Printable;
import io.daybook.config.Section;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sections {@code [currency.NAME]} and {@code [listing.NAME]}. Decimals are texts in the file, because a TOML
 * number is a double; each is represented exactly or refused.
 */
final class ListingSections {
    static final long DEFAULT_MIN_TICKS = 1;

    /** The pattern of the widest number in a listing: 2^40 ticks of 18 digits, or 2^63 units, need 37 digits. */
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,38}(\\.\\d{1,38})?");

    private static final Map<String, SymbolType> TYPES =
            new TreeMap<>(Map.of("pair", SymbolType.EXCHANGE_PAIR, "futures", SymbolType.FUTURES_CONTRACT));

    private final Map<String, Currency> currencies = new HashMap<>();
    private final Map<Integer, String> currencyIds = new HashMap<>();
    private final Map<Integer, String> symbols = new HashMap<>();
    private final List<Listing> listings = new ArrayList<>();
    private final Faults faults;

    ListingSections(final Faults faults) {
        this.faults = faults;
    }

    /** Adds a currency of another file; a currency of the same name in this file must be equal to it. */
    void know(final Currency currency) {
        currencies.put(currency.name(), currency);
        currencyIds.put(currency.id(), currency.name());
    }

    /** Reads the listings of a file, without faulty ones. */
    List<Listing> read(final @Nullable Section currencySections, final @Nullable Section listingSections) {
        if (currencySections != null) {
            for (final String name : currencySections.keys()) {
                readCurrency(name, currencySections);
            }
        }
        if (listingSections != null) {
            for (final String name : listingSections.keys()) {
                readListing(name, listingSections);
            }
        }
        return listings;
    }

    private void readCurrency(final String name, final Section parent) {
        final Section section = parent.section(name);
        if (section == null) {
            return;
        }
        final int id = (int) section.whole("id", 1, Integer.MAX_VALUE);
        final int decimals = (int) section.whole("decimals", 0, Listing.MAX_STEP_DIGITS);
        section.finish();
        final String other = currencyIds.put(id, name);
        if (section.has("id") && other != null && !other.equals(name)) {
            section.fault("id", id + " is the id of " + other + " too. Give each currency one of its own.");
        }
        final Currency currency = section.attempt("id", () -> new Currency(name, id, decimals));
        if (currency != null) {
            final Currency known = currencies.putIfAbsent(name, currency);
            if (known != null && !known.equals(currency)) {
                section.fault(
                        "id",
                        Printable.of(name) + " is known with id " + known.id() + " and " + known.decimals()
                                + " decimals. Leave the currency out, or give it another name.");
            }
        }
    }

    private void readListing(final String name, final Section parent) {
        final Section section = parent.section(name);
        if (section == null) {
            return;
        }
        final int before = faults.count();
        final int symbol = (int) section.whole("symbol", 1, Integer.MAX_VALUE);
        final SymbolType type = section.choice("type", SymbolType.EXCHANGE_PAIR, TYPES);
        final boolean futures = type == SymbolType.FUTURES_CONTRACT;
        final Currency base = currency(section, "base");
        final Currency quote = currency(section, "quote");
        final BigDecimal tick = positive(section, "tick");
        final BigDecimal lot = positive(section, "lot");
        final BigDecimal tickMoney = futures ? positive(section, "tickValue") : null;
        final boolean feesPerLot = section.flag("feesPerLot", false) || futures;
        final BigDecimal takerFee = decimal(section, "takerFee", BigDecimal.ZERO);
        final BigDecimal makerFee = decimal(section, "makerFee", BigDecimal.ZERO);
        final BigDecimal marginBuy = futures ? decimal(section, "marginBuy", BigDecimal.ZERO) : BigDecimal.ZERO;
        final BigDecimal marginSell = futures ? decimal(section, "marginSell", BigDecimal.ZERO) : BigDecimal.ZERO;
        final BigDecimal minPrice = section.takes("minPrice") ? positive(section, "minPrice") : null;
        final BigDecimal maxPrice = section.takes("maxPrice") ? positive(section, "maxPrice") : null;
        section.finish();
        final String other = symbols.put(symbol, name);
        if (section.has("symbol") && other != null) {
            section.fault("symbol", symbol + " is the symbol of " + other + " too. Give each listing one of its own.");
        }
        if (faults.count() > before || base == null || quote == null || tick == null || lot == null) {
            return;
        }
        if (base.id() == quote.id() && !base.equals(quote)) {
            return; // the fault was reported with the currencies
        }
        final long lotSize = whole(
                section,
                "lot",
                lot.movePointRight(base.decimals()),
                () -> plain(lot) + " "
                        + base.name() + " is not a whole number of minor units (" + base.decimals()
                        + " decimals). Give " + base.name() + " " + lot.scale() + " decimals or a larger lot.");
        if (faults.count() > before) {
            return; // faults that follow from a wrong lot would only confuse
        }
        final BigDecimal money = tickMoney == null ? tick.multiply(lot) : tickMoney;
        final long tickValue = whole(
                section,
                tickMoney == null ? "tick" : "tickValue",
                money.movePointRight(quote.decimals()),
                () -> "one tick for one lot is " + plain(money) + " " + quote.name() + ", "
                        + (money.movePointRight(quote.decimals()).compareTo(BigDecimal.ONE) < 0
                                ? "less than a minor unit ("
                                : "not a whole number of minor units (")
                        + quote.decimals() + " decimals). Give " + quote.name() + " "
                        + money.stripTrailingZeros().scale() + " decimals or a larger lot.");
        final long taker = fee(section, "takerFee", takerFee, feesPerLot, quote);
        final long maker = fee(section, "makerFee", makerFee, feesPerLot, quote);
        final long buy = perLot(section, "marginBuy", marginBuy, quote);
        final long sell = perLot(section, "marginSell", marginSell, quote);
        final long lowest = minPrice == null ? DEFAULT_MIN_TICKS : ticks(section, "minPrice", minPrice, tick);
        final long highest = maxPrice == null ? Limits.MAX_PRICE : ticks(section, "maxPrice", maxPrice, tick);
        if (faults.count() > before) {
            return;
        }
        final Listing listing = section.attempt("symbol", () -> {
            final SymbolSpec.Builder spec = futures
                    ? SymbolSpec.futuresContract(symbol, base.id(), quote.id()).margins(buy, sell)
                    : SymbolSpec.exchangePair(symbol, base.id(), quote.id());
            spec.lotSize(lotSize).tickValue(tickValue).prices(lowest, highest);
            final SymbolSpec built =
                    (feesPerLot ? spec.feesPerLot(taker, maker) : spec.feesProportional(taker, maker)).build();
            return new Listing(name, built, base, quote, tick, lot);
        });
        if (listing != null) {
            listings.add(listing);
        }
    }

    private @Nullable Currency currency(final Section section, final String key) {
        final String name = section.text(key);
        final Currency currency = currencies.get(name);
        if (currency == null && !name.isEmpty()) {
            section.fault(
                    key,
                    "\"" + Printable.of(name) + "\" is not a currency of this file. Add [currency." + Printable.of(name)
                            + "]." + Nearest.hint(name, currencies.keySet()));
        }
        return currency;
    }

    private static @Nullable BigDecimal positive(final Section section, final String key) {
        final BigDecimal value = section.has(key) ? decimal(section, key, BigDecimal.ONE) : null;
        if (value == null) {
            section.text(key);
        } else if (value.signum() == 0) {
            section.fault(key, "must be above 0.");
        }
        return value;
    }

    private static BigDecimal decimal(final Section section, final String key, final BigDecimal otherwise) {
        final Node node = section.node(key, "", otherwise.toPlainString());
        if (node == null) {
            return otherwise;
        }
        if (node.value() instanceof String text && DECIMAL.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        if (key.equals("makerFee") && node.value() instanceof String text && text.startsWith("-")) {
            section.fault(
                    key,
                    node.shown() + " must be at least 0: no trade pays a rebate. Set \"0\", and pay rebates as"
                            + " deposits.");
            return otherwise;
        }
        section.fault(
                key,
                node.shown() + " must be a decimal in quotes, such as \"0.01\", with at most 38 digits before and after"
                        + " the point.");
        return otherwise;
    }

    private static long fee(
            final Section section, final String key, final BigDecimal fee, final boolean perLot, final Currency quote) {
        return perLot
                ? perLot(section, key, fee, quote)
                : whole(
                        section,
                        key,
                        fee.movePointRight(6),
                        () -> plain(fee)
                                + " of the notional is not a whole number of millionths. Round it to 6 decimals.");
    }

    private static long perLot(final Section section, final String key, final BigDecimal money, final Currency quote) {
        return whole(
                section,
                key,
                money.movePointRight(quote.decimals()),
                () -> plain(money) + " " + quote.name() + " is not a whole number of minor units (" + quote.decimals()
                        + " decimals). Round it.");
    }

    private static long ticks(final Section section, final String key, final BigDecimal price, final BigDecimal tick) {
        final BigDecimal[] parts = price.divideAndRemainder(tick);
        if (parts[1].signum() != 0) {
            section.fault(key, plain(price) + " is not a multiple of the tick, " + plain(tick) + ".");
            return 1;
        }
        return whole(section, key, parts[0], () -> plain(price) + " is too many ticks of " + plain(tick) + ".");
    }

    private static long whole(
            final Section section, final String key, final BigDecimal value, final Supplier<String> fault) {
        try {
            return value.longValueExact();
        } catch (ArithmeticException e) {
            section.fault(key, fault.get());
            return 1;
        }
    }

    private static String plain(final BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
