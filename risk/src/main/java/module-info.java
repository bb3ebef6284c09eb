/** Users and their money. Only the engine uses this module; applications do not. */
@SuppressWarnings("module") // The engine, to which this module exports, is compiled after it.
module io.daybook.risk {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.kernel;
    requires org.eclipse.collections.api;
    requires org.eclipse.collections.impl;

    exports io.daybook.risk to
            io.daybook.engine;
}
