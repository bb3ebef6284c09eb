package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.Listing.Currency;
import io.daybook.api.SymbolSpec;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every possible listing is read as it was written. */
class ListingsJsonTest {
    private static final int LISTINGS = Boolean.getBoolean("daybook.long") ? 30_000 : 1_000;
    private static final String NAMES = "ABCxyz019._/-";

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    private long draw(final long least, final long most) {
        return switch (random.nextInt(4)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> Math.min(most, least + random.nextLong(100));
            default -> most == Long.MAX_VALUE ? random.nextLong(least, most) : random.nextLong(least, most + 1);
        };
    }

    private String name(final String first) {
        final StringBuilder name = new StringBuilder(first);
        final int length = random.nextBoolean() ? 32 : 1 + random.nextInt(31);
        while (name.length() < length) {
            name.append(NAMES.charAt(random.nextInt(NAMES.length())));
        }
        return name.toString();
    }

    private Currency currency(final String first, final int id) {
        return new Currency(name(first), id, random.nextInt(3) == 0 ? 18 : random.nextInt(19));
    }

    private SymbolSpec spec(final SymbolSpec.Builder builder, final boolean perLot) {
        final long lowest = draw(1, Limits.MAX_PRICE);
        builder.prices(lowest, draw(lowest, Limits.MAX_PRICE));
        final long taker = draw(0, perLot ? Long.MAX_VALUE : 1_000_000);
        return (perLot ? builder.feesPerLot(taker, draw(0, taker)) : builder.feesProportional(taker, draw(0, taker)))
                .build();
    }

    /** A random listing. It is drawn until it is valid, because the ranges of its fields depend on one another. */
    private Listing listing(final int number) {
        while (true) {
            try {
                final Currency base = currency("B", 2 * number + 1);
                final Currency quote = currency("Q", 2 * number + 2);
                final int symbol = number == 0 ? Integer.MAX_VALUE : number;
                if (random.nextBoolean()) {
                    final SymbolSpec.Builder futures = SymbolSpec.futuresContract(symbol, base.id(), quote.id())
                            .margins(draw(1, Long.MAX_VALUE), draw(1, Long.MAX_VALUE));
                    final int decimals = random.nextInt(19);
                    final BigDecimal lot = BigDecimal.valueOf(draw(1, 999_999_999_999_999_999L), decimals);
                    final SymbolSpec spec = spec(
                            futures.lotSize(lot.movePointRight(base.decimals()).longValueExact())
                                    .tickValue(draw(1, Long.MAX_VALUE)),
                            true);
                    return new Listing(
                            name("F"),
                            spec,
                            base,
                            quote,
                            BigDecimal.valueOf(draw(1, 999_999_999_999_999_999L), random.nextInt(19)),
                            lot);
                }
                final long power = (long) Math.pow(10, random.nextInt(19));
                final SymbolSpec.Builder pair = SymbolSpec.exchangePair(symbol, base.id(), quote.id())
                        .lotSize(power)
                        .tickValue(draw(1, Long.MAX_VALUE));
                return Listing.pair(name("P"), spec(pair, random.nextBoolean()), base, quote);
            } catch (IllegalArgumentException | ArithmeticException e) {
                assertTrue(e.getMessage() != null, () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldReadWhatItWrites() throws Exception {
        long widest = 0;
        for (int i = 0; i < LISTINGS; i++) {
            final Listing listing = listing(i);
            final byte[] written = ListingsJson.write(List.of(listing));
            final String text = new String(written, StandardCharsets.UTF_8);
            assertEquals(
                    List.of(listing), ListingsJson.read("the test", written, List.of()), () -> text + " seed=" + seed);
            widest = Math.max(widest, listing.price(listing.spec().maxPrice()).precision());
        }
        final long digits = widest;
        assertTrue(digits > 18, () -> "no number was wider than a long step: " + digits + " seed=" + seed);
    }

    /** The files of venues have had this form since the first version. */
    @Test
    void shouldWriteAMemberALine() {
        final Currency base = new Currency("BTC", 3, 8);
        final Currency quote = new Currency("EUR", 1, 2);
        final SymbolSpec pair = SymbolSpec.exchangePair(5, 3, 1)
                .lotSize(100_000)
                .tickValue(1)
                .feesProportional(1_500, 250)
                .prices(7, Limits.MAX_PRICE)
                .build();
        final SymbolSpec future = SymbolSpec.futuresContract(6, 3, 1)
                .lotSize(1)
                .tickValue(25)
                .margins(1_000, 2_000)
                .feesPerLot(3, 2)
                .build();
        assertEquals(
                """
                {
                  "currency" : {
                    "BTC" : {
                      "id" : 3,
                      "decimals" : 8
                    },
                    "EUR" : {
                      "id" : 1,
                      "decimals" : 2
                    }
                  },
                  "listing" : {
                    "BTC-EUR" : {
                      "symbol" : 5,
                      "type" : "pair",
                      "base" : "BTC",
                      "quote" : "EUR",
                      "tick" : "10",
                      "lot" : "0.001",
                      "feesPerLot" : false,
                      "takerFee" : "0.001500",
                      "makerFee" : "0.000250",
                      "minPrice" : "70"
                    },
                    "F" : {
                      "symbol" : 6,
                      "type" : "futures",
                      "base" : "BTC",
                      "quote" : "EUR",
                      "tick" : "0.5",
                      "lot" : "0.00000001",
                      "tickValue" : "0.25",
                      "marginBuy" : "10.00",
                      "marginSell" : "20.00",
                      "takerFee" : "0.03",
                      "makerFee" : "0.02"
                    }
                  }
                }""",
                new String(
                        ListingsJson.write(List.of(
                                Listing.pair("BTC-EUR", pair, base, quote),
                                new Listing(
                                        "F",
                                        future,
                                        base,
                                        quote,
                                        new BigDecimal("0.5"),
                                        new BigDecimal("0.00000001")))),
                        StandardCharsets.UTF_8));
        assertEquals(
                "{\n  \"currency\" : { },\n  \"listing\" : { }\n}",
                new String(ListingsJson.write(List.of()), StandardCharsets.UTF_8));
    }
}
