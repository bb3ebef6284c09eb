/** Users and their money. For the engine alone: nothing of it is for applications. */
@SuppressWarnings("module") // The engine is compiled after this module, which does not know it.
module io.daybook.risk {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.kernel;
    requires org.eclipse.collections.api;
    requires org.eclipse.collections.impl;

    exports io.daybook.risk to
            io.daybook.engine;
}
