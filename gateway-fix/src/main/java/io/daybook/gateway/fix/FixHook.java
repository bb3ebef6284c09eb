package io.daybook.gateway.fix;

import org.apache.mina.core.filterchain.IoFilterChain;

/** What an assembly puts into the connections of the FIX door. */
@FunctionalInterface
public interface FixHook {
    /** A venue that serves has none. */
    FixHook NONE = chain -> {};

    /** A connection begins: messages pass what is added here after what the chain has, on their way in first. */
    void connected(IoFilterChain chain);
}
