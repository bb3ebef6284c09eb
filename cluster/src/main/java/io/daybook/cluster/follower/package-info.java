/** What follows the log on a node: followers, their pipes and beginnings, and the way of doors into the log. */
@NullMarked
package io.daybook.cluster.follower;

import org.jspecify.annotations.NullMarked;
