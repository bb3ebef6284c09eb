/** Order flow: files of NASDAQ TotalView-ITCH 5.0 and of LOBSTER, their orders as commands, and simulated traders. */
module io.daybook.flow {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.client;

    exports io.daybook.flow;
    exports io.daybook.flow.bots;
    exports io.daybook.flow.day;
    exports io.daybook.flow.itch;
    exports io.daybook.flow.lobster;
    exports io.daybook.flow.market;
    exports io.daybook.flow.series;
}
