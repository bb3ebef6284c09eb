/** Time, threads and disk, given in: what journal, doors and feed stand on. */
module io.daybook.host {
    requires static transitive org.jspecify;

    exports io.daybook.host;
    exports io.daybook.host.storage;
}
