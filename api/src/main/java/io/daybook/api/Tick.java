package io.daybook.api;

/**
 * Does what is due in a symbol at the command's time: ends orders whose time is over, and goes on with orders that wait
 * for their turn.
 *
 * @param symbol symbol
 */
public record Tick(int symbol) implements Command {
    @Override
    public CommandType type() {
        return CommandType.TICK;
    }
}
