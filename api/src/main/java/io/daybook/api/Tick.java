package io.daybook.api;

/**
 * Does what is due in a symbol at the command's time: ends expired orders, and continues with orders that wait for
 * their turn.
 *
 * @param symbol symbol
 */
public record Tick(int symbol) implements Command {
    @Override
    public CommandType type() {
        return CommandType.TICK;
    }
}
