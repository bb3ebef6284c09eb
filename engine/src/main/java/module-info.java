/**
 * The deterministic core of the exchange: books, the engine, codecs of commands and state. It uses no thread, clock,
 * file or log: modules that are not required here cannot be called. Only for hosts of the engine, not for applications.
 */
@SuppressWarnings("module") // The modules that this one exports to are compiled after it.
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
