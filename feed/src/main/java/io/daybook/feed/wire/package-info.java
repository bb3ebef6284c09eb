/**
 * The feed on the network: packets on two lines, answers to those who lost some, and snapshots in a cycle. Sending
 * never waits; what the network does not take is dropped and counted. Owns its sockets, is given the time, and knows of
 * the exchange only what the messages say.
 */
@NullMarked
package io.daybook.feed.wire;

import org.jspecify.annotations.NullMarked;
