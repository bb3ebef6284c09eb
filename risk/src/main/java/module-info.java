/** Users and their money. For the core alone: nothing of it is for applications. */
@SuppressWarnings("module") // The core is compiled after this module, which does not know it.
module io.daybook.risk {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires org.eclipse.collections.api;
    requires org.eclipse.collections.impl;

    exports io.daybook.risk to
            io.daybook.core;
    exports io.daybook.risk.command to
            io.daybook.core;
    exports io.daybook.risk.money to
            io.daybook.core;
    exports io.daybook.risk.slab to
            io.daybook.core;
    exports io.daybook.risk.state to
            io.daybook.core;
}
