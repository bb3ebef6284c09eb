/** Reads and writes commands and results as JSON Lines. */
module io.daybook.scenario {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires io.daybook.wire;
    requires com.fasterxml.jackson.core;

    exports io.daybook.scenario;
}
