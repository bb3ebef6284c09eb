package io.daybook.api;

/** Does nothing, in its turn among the commands. */
public record Nop() implements Command {
    @Override
    public CommandType type() {
        return CommandType.NOP;
    }
}
