package io.daybook.api;

/**
 * Opens a symbol for trading.
 *
 * @param spec what is traded, in which units
 */
public record AddSymbol(SymbolSpec spec) implements Command {
    @Override
    public CommandType type() {
        return CommandType.ADD_SYMBOL;
    }
}
