/** What commands, events and state are made of. For Daybook's own modules alone: nothing of it is for applications. */
@SuppressWarnings("module") // The modules that it exports to are compiled after this one, which does not know them.
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
