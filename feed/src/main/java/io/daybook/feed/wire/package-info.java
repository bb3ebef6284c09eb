/**
 * The feed on the network: packets on two lines, answers to requests for lost ones, and snapshots in a cycle. Sending
 * never waits; packets that the network does not take are dropped and counted. This package owns its sockets, is given
 * the time, and uses nothing of the exchange but the messages.
 */
@NullMarked
package io.daybook.feed.wire;

import org.jspecify.annotations.NullMarked;
