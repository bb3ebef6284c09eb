package io.daybook.cluster.follower;

import java.util.UUID;

/**
 * The place where a follower of a node begins.
 *
 * @param exchange the exchange of the log
 * @param seq the last command before it
 * @param lacksPart whether the log had named the follower before the snapshot with which this node began, but that
 *     snapshot lacks its part: other nodes may have state of the follower that is lost here
 */
public record FollowerBeginning(UUID exchange, long seq, boolean lacksPart) {}
