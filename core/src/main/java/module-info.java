/** The exchange to embed: DaybookExchange and Replay. */
module io.daybook.core {
    requires static transitive org.jspecify;
    requires transitive io.daybook.api;
    requires transitive io.daybook.journal;
    requires io.daybook.engine;
    requires io.daybook.kernel;
    requires io.daybook.wire;
    requires com.lmax.disruptor;
    requires org.eclipse.collections.impl;
    requires org.slf4j;

    exports io.daybook.core;
}
