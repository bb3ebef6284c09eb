/** The API of Daybook for applications: commands, results, reports, configuration, the exchange and its listeners. */
@SuppressWarnings("module") // This module exports texts to a module that is compiled after it.
module io.daybook.api {
    requires static transitive org.jspecify;

    exports io.daybook.api;
    exports io.daybook.api.text to
            io.daybook.scenario;
}
