/** The building blocks of commands, events and state. Only Daybook's own modules use them; applications do not. */
@SuppressWarnings("module") // The modules that this one exports to are compiled after it.
module io.daybook.kernel {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;

    exports io.daybook.kernel.command to
            io.daybook.risk,
            io.daybook.engine,
            io.daybook.core;
    exports io.daybook.kernel.money to
            io.daybook.risk,
            io.daybook.engine;
    exports io.daybook.kernel.slab to
            io.daybook.risk,
            io.daybook.engine,
            io.daybook.core;
    exports io.daybook.kernel.state to
            io.daybook.risk,
            io.daybook.engine,
            io.daybook.core;
}
