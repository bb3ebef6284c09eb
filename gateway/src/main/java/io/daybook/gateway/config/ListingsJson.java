package io.daybook.gateway.config;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.Listing.Currency;
import io.daybook.api.SymbolSpec;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Section;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Listings as JSON, with the sections and keys of {@code daybook.toml}: {@code {"currency":{"SOL":{"id":4,
 * "decimals":8}},"listing":{"SOL-EUR":{"symbol":5,"base":"SOL","quote":"EUR","tick":"0.01","lot":"0.001"}}}}.
 */
public final class ListingsJson {
    private static final int PPM_DIGITS = 6;

    private ListingsJson() {}

    /**
     * Reads listings.
     *
     * @param file its name in faults
     * @param content its bytes
     * @param known currencies that need not be repeated
     * @throws ConfigException with all faults
     */
    public static List<Listing> read(final String file, final byte[] content, final Collection<Currency> known)
            throws ConfigException {
        final Faults faults = new Faults(file);
        final Section sections = ConfigFile.json(content, faults);
        final List<Listing> listings = new ArrayList<>();
        if (sections != null) {
            final ListingSections reader = new ListingSections(faults);
            known.forEach(reader::know);
            listings.addAll(reader.read(sections.section("currency"), sections.section("listing")));
            sections.finish();
        }
        faults.throwIfAny();
        return listings;
    }

    /** Writes listings with their currencies, so that {@link #read} returns the same. */
    public static byte[] write(final Collection<Listing> listings) {
        final Map<String, Currency> currencies = new TreeMap<>();
        for (final Listing listing : listings) {
            currencies.put(listing.base().name(), listing.base());
            currencies.put(listing.quote().name(), listing.quote());
        }
        final Json json = new Json().indented().object().object("currency");
        for (final Currency currency : currencies.values()) {
            json.object(currency.name())
                    .put("id", currency.id())
                    .put("decimals", currency.decimals())
                    .end();
        }
        json.end().object("listing");
        for (final Listing listing : listings) {
            json.object(listing.name());
            write(json, listing);
            json.end();
        }
        return json.end().end().bytes();
    }

    private static void write(final Json json, final Listing listing) {
        final SymbolSpec spec = listing.spec();
        final int decimals = listing.quote().decimals();
        final boolean perLot = spec.feeType() == FeeType.PER_LOT;
        json.put("symbol", spec.symbol())
                .put("type", spec.isFutures() ? "futures" : "pair")
                .put("base", listing.base().name())
                .put("quote", listing.quote().name())
                .put("tick", listing.tick().toPlainString())
                .put("lot", listing.lot().toPlainString());
        if (spec.isFutures()) {
            json.put("tickValue", decimal(spec.tickValue(), decimals))
                    .put("marginBuy", decimal(spec.marginBuy(), decimals))
                    .put("marginSell", decimal(spec.marginSell(), decimals));
        } else {
            json.put("feesPerLot", perLot);
        }
        json.put("takerFee", decimal(spec.takerFee(), perLot ? decimals : PPM_DIGITS))
                .put("makerFee", decimal(spec.makerFee(), perLot ? decimals : PPM_DIGITS));
        if (spec.minPrice() != ListingSections.DEFAULT_MIN_TICKS) {
            json.put("minPrice", listing.price(spec.minPrice()).toPlainString());
        }
        if (spec.maxPrice() != Limits.MAX_PRICE) {
            json.put("maxPrice", listing.price(spec.maxPrice()).toPlainString());
        }
    }

    private static String decimal(final long units, final int decimals) {
        return BigDecimal.valueOf(units, decimals).toPlainString();
    }
}
