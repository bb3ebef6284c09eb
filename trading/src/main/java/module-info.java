/**
 * Trading programs: a strategy, its orders, positions and limits, over a market that is live or simulated. A strategy
 * cannot distinguish the two.
 */
module io.daybook.trading {
    requires static transitive org.jspecify;
    requires transitive io.daybook.client;
    requires transitive io.daybook.flow;
    requires transitive io.daybook.host;

    exports io.daybook.trading;
    exports io.daybook.trading.feature;
    exports io.daybook.trading.live;
    exports io.daybook.trading.strategy;
}
