package io.daybook.api;

/**
 * A command to the exchange as an immutable value, for people, tests and cold paths. Programs that count nanoseconds
 * use {@link CommandDoor}.
 *
 * <p>A command can hold any value of its fields' types: the engine checks ranges and answers each with a
 * {@link ResultCode}.
 */
public sealed interface Command
        permits AddSymbol,
                AddSymbols,
                AddUser,
                AddAccounts,
                SuspendUser,
                ResumeUser,
                AdjustBalance,
                PlaceOrder,
                MoveOrder,
                ReduceOrder,
                CancelOrder,
                ReplaceOrder,
                MassCancel,
                Tick,
                SetUser,
                PersistSnapshot,
                Reset,
                Nop {

    /** The type of this command. */
    CommandType type();
}
