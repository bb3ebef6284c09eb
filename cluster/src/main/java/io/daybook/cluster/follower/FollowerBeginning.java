package io.daybook.cluster.follower;

import java.util.UUID;

/**
 * Where a follower of a node begins.
 *
 * @param exchange whose log it is
 * @param seq the last command before it
 * @param lacksPart whether the log had named it before the snapshot with which this node began, and that snapshot has
 *     nothing of what it had made by then: on other nodes it may go on with what is lost here
 */
public record FollowerBeginning(UUID exchange, long seq, boolean lacksPart) {}
