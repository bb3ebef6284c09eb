package io.daybook.api;

/** Asks for the specifications of all symbols, in the order of the commands. It is registered with every exchange. */
public record SymbolsQuery() implements CustomQuery<SymbolsReport> {
    @Override
    public SymbolsReport report(final StateView state) {
        return new SymbolsReport(state.seq(), state.symbols());
    }
}
