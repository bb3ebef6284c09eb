package io.daybook.api;

/** Wipes all state; only if the configuration allows it. */
public record Reset() implements Command {
    @Override
    public CommandType type() {
        return CommandType.RESET;
    }
}
