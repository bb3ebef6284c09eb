/**
 * Calls listeners: decides what they receive, in which order, and what happens to their exceptions. Live delivery, the
 * writer of snapshots and replays share it; it is independent of threads.
 */
@NullMarked
package io.daybook.core.listener;

import org.jspecify.annotations.NullMarked;
