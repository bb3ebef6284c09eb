/** The interfaces to time, threads and disk that journal, doors and feed use. */
module io.daybook.host {
    requires static transitive org.jspecify;

    exports io.daybook.host;
    exports io.daybook.host.storage;
}
