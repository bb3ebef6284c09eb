/** What an application sees of Daybook: commands, results, reports, configuration, the exchange and its listeners. */
module io.daybook.api {
    requires static transitive org.jspecify;

    exports io.daybook.api;
}
