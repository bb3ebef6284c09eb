/** The API of Daybook for applications: commands, results, reports, configuration, the exchange and its listeners. */
@SuppressWarnings("module") // The module that it exports texts to is compiled after this one.
module io.daybook.api {
    requires static transitive org.jspecify;

    exports io.daybook.api;
    exports io.daybook.api.text to
            io.daybook.scenario;
}
