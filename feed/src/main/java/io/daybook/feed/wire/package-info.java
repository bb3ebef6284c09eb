/**
 * The feed on the network: packets on two lines, answers to requests for lost packets, and snapshots in a cycle.
 * Sending never waits; packets that the network does not take are dropped and counted. The package owns its sockets,
 * gets the time from its caller, and uses no part of the exchange but the messages.
 */
@NullMarked
package io.daybook.feed.wire;

import org.jspecify.annotations.NullMarked;
