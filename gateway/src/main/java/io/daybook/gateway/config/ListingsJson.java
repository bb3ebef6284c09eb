package io.daybook.gateway.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.Listing.Currency;
import io.daybook.api.SymbolSpec;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Section;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeObjectFieldStart("currency");
            for (final Currency currency : currencies.values()) {
                json.writeObjectFieldStart(currency.name());
                json.writeNumberField("id", currency.id());
                json.writeNumberField("decimals", currency.decimals());
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeObjectFieldStart("listing");
            for (final Listing listing : listings) {
                json.writeObjectFieldStart(listing.name());
                write(json, listing);
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toByteArray();
    }

    private static void write(final JsonGenerator json, final Listing listing) throws IOException {
        final SymbolSpec spec = listing.spec();
        final int decimals = listing.quote().decimals();
        final boolean perLot = spec.feeType() == FeeType.PER_LOT;
        json.writeNumberField("symbol", spec.symbol());
        json.writeStringField("type", spec.isFutures() ? "futures" : "pair");
        json.writeStringField("base", listing.base().name());
        json.writeStringField("quote", listing.quote().name());
        json.writeStringField("tick", listing.tick().toPlainString());
        json.writeStringField("lot", listing.lot().toPlainString());
        if (spec.isFutures()) {
            json.writeStringField("tickValue", decimal(spec.tickValue(), decimals));
            json.writeStringField("marginBuy", decimal(spec.marginBuy(), decimals));
            json.writeStringField("marginSell", decimal(spec.marginSell(), decimals));
        } else {
            json.writeBooleanField("feesPerLot", perLot);
        }
        json.writeStringField("takerFee", decimal(spec.takerFee(), perLot ? decimals : PPM_DIGITS));
        json.writeStringField("makerFee", decimal(spec.makerFee(), perLot ? decimals : PPM_DIGITS));
        if (spec.minPrice() != ListingSections.DEFAULT_MIN_TICKS) {
            json.writeStringField("minPrice", listing.price(spec.minPrice()).toPlainString());
        }
        if (spec.maxPrice() != Limits.MAX_PRICE) {
            json.writeStringField("maxPrice", listing.price(spec.maxPrice()).toPlainString());
        }
    }

    private static String decimal(final long units, final int decimals) {
        return BigDecimal.valueOf(units, decimals).toPlainString();
    }
}
