/** The exchange to embed: DaybookExchange and Replay. */
@SuppressWarnings("requires-automatic") // Chronicle has no descriptors.
module io.daybook.core {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.journal;
    requires io.daybook.risk;
    requires chronicle.bytes;
    requires chronicle.core;
    requires com.lmax.disruptor;
    requires org.eclipse.collections.impl;
    requires org.slf4j;

    exports io.daybook.core;
}
