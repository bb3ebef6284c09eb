package io.daybook.api;

import java.util.Objects;

/**
 * Opens a symbol for trading.
 *
 * @param spec what is traded, in which units
 */
public record AddSymbol(SymbolSpec spec) implements Command {
    /** Refuses null: unlike a bad number, it cannot be refused with a result code. */
    public AddSymbol {
        Objects.requireNonNull(spec, "spec");
    }

    @Override
    public CommandType type() {
        return CommandType.ADD_SYMBOL;
    }
}
