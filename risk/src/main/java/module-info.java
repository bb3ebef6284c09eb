/** Users and their money. Only the engine uses this module; applications do not. */
@SuppressWarnings("module") // The compiler does not know the engine yet: it is compiled after this module.
module io.daybook.risk {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.kernel;
    requires org.eclipse.collections.api;
    requires org.eclipse.collections.impl;

    exports io.daybook.risk to
            io.daybook.engine;
}
