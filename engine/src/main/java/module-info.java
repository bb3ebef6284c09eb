/**
 * The deterministic heart: books, the engine, codecs of commands and state. It uses no thread, clock, file or log:
 * modules that are not required here cannot be called. For hosts of the engine alone, not for applications.
 */
@SuppressWarnings("module") // The hosts are compiled after this module, which does not know them.
module io.daybook.engine {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.kernel;
    requires io.daybook.risk;

    exports io.daybook.engine to
            io.daybook.core;
    exports io.daybook.engine.codec to
            io.daybook.core;
    exports io.daybook.engine.matching to
            io.daybook.core;
    exports io.daybook.engine.matching.terms to
            io.daybook.core;
    exports io.daybook.engine.result to
            io.daybook.core;
    exports io.daybook.engine.state to
            io.daybook.core;
    exports io.daybook.engine.writer to
            io.daybook.core;
}
