/** Commands and results as JSON Lines: readers and writers. */
module io.daybook.scenario {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires com.fasterxml.jackson.core;

    exports io.daybook.scenario;
}
