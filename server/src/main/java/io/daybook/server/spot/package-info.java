/**
 * The spot dialect, {@code /api/v3} and a few of {@code /sapi/v1}: the request and answer shapes that public clients of
 * exchange pairs speak, over the same markets, door and folds as {@code api}. Knows no socket.
 */
@NullMarked
package io.daybook.server.spot;

import org.jspecify.annotations.NullMarked;
