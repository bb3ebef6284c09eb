package io.daybook.api;

import java.util.List;

/**
 * Opens several symbols, all or none.
 *
 * @param specs what is traded, in which units; copied
 */
public record AddSymbols(List<SymbolSpec> specs) implements Command {
    /** Copies the list. */
    public AddSymbols {
        specs = List.copyOf(specs);
    }

    @Override
    public CommandType type() {
        return CommandType.ADD_SYMBOLS;
    }
}
