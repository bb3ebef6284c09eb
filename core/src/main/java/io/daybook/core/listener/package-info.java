/**
 * How listeners are told: what of a command, in which order, and what becomes of the exceptions that they throw. Live
 * delivery, the writer of snapshots and replays share it; it knows no threads.
 */
@NullMarked
package io.daybook.core.listener;

import org.jspecify.annotations.NullMarked;
