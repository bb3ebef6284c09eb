/**
 * The state that all nodes of a cluster compute from its log: the engine, the table of sessions that gives each request
 * one fate, the chain over all results, and the bytes of requests, replies and snapshots. Deterministic: it uses
 * neither Aeron nor threads, clocks, files or loggers.
 */
@NullMarked
package io.daybook.cluster.state;

import org.jspecify.annotations.NullMarked;
