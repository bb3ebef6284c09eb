package io.daybook.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The specifications of all symbols.
 *
 * @param seq last command whose effect is shown
 * @param symbols by ascending id, as they were added
 */
public record SymbolsReport(long seq, List<SymbolSpec> symbols) {

    /** Copies the list. */
    public SymbolsReport {
        symbols = List.copyOf(symbols);
    }

    /** The specification of a symbol; null if there is no such symbol. */
    public @Nullable SymbolSpec spec(final int symbol) {
        for (final SymbolSpec spec : symbols) {
            if (spec.symbol() == symbol) {
                return spec;
            }
        }
        return null;
    }
}
