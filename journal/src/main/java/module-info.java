/** Defines the files of an exchange (segments, snapshots, marks) and the errors that name them. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Chronicle and LZ4 have no descriptors.
module io.daybook.journal {
    requires static transitive org.jspecify;
    requires transitive io.daybook.host;
    requires transitive chronicle.bytes;
    requires org.lz4.java;
    // Chronicle uses it but does not declare it.
    requires jdk.unsupported;

    exports io.daybook.journal;
    exports io.daybook.journal.access;
    exports io.daybook.journal.follower;
    exports io.daybook.journal.retention;
    exports io.daybook.journal.snapshot;
}
