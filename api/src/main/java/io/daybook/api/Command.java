package io.daybook.api;

/**
 * One thing that an application asks of the exchange, as an immutable value: for people, tests and cold paths. Programs
 * that count nanoseconds use {@link CommandDoor}.
 *
 * <p>A command can hold any value of its fields' types: ranges are checked by the engine, which answers each with a
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

    /** What this command asks for. */
    CommandType type();
}
