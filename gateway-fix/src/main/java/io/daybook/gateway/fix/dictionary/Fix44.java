package io.daybook.gateway.fix.dictionary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import quickfix.ConfigError;
import quickfix.DataDictionary;

/**
 * The dictionary that messages are validated against: FIX 4.4 as QuickFIX/J has it, with the venue's own field
 * {@link #RESERVE_PRICE}. The resource contains its licence.
 */
public final class Fix44 {
    /** The path of the dictionary on the class path, in the form of QuickFIX/J's setting {@code DataDictionary}. */
    public static final String RESOURCE = "io/daybook/gateway/fix/dictionary/FIX44.xml";

    /** The highest price to which a bid of a pair may be moved: a field of D and G that FIX does not have. */
    public static final int RESERVE_PRICE = 9_998;

    private Fix44() {}

    /** Reads the dictionary; every call returns a new one, which the caller may change. */
    public static DataDictionary load() {
        try (InputStream in = Fix44.class.getResourceAsStream("FIX44.xml")) {
            if (in == null) {
                throw new IllegalStateException("the dictionary is not in the jar of the gateway: " + RESOURCE);
            }
            return new DataDictionary(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the dictionary cannot be read: " + RESOURCE, e);
        } catch (ConfigError e) {
            throw new IllegalStateException("the dictionary is invalid: " + RESOURCE, e);
        }
    }
}
