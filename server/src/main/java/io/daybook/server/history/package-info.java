/**
 * The follower {@code history}: the last trades of each listing and its candles, as a part of snapshots. A fold over
 * results; uses no sockets and no JSON.
 */
@NullMarked
package io.daybook.server.history;

import org.jspecify.annotations.NullMarked;
