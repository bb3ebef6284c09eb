module consumer {
    requires io.daybook.api;
    requires io.daybook.core;
    // Used by Daybook, whose automatic modules cannot say so.
    requires com.lmax.disruptor;
    requires org.eclipse.collections.impl;
    requires org.slf4j;
    requires jdk.unsupported;
}
