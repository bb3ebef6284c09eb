/**
 * Followers of the log on a node, their pipes and the places where they begin, and the connection of doors to the log.
 */
@NullMarked
package io.daybook.cluster.follower;

import org.jspecify.annotations.NullMarked;
