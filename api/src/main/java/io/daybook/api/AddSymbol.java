package io.daybook.api;

import java.util.Objects;

/**
 * Opens a symbol for trading.
 *
 * @param spec what is traded, in which units
 */
public record AddSymbol(SymbolSpec spec) implements Command {
    /** Refuses null, which stands for no number that could be refused with a code. */
    public AddSymbol {
        Objects.requireNonNull(spec, "spec");
    }

    @Override
    public CommandType type() {
        return CommandType.ADD_SYMBOL;
    }
}
