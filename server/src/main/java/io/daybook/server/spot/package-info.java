/**
 * The spot dialect, {@code /api/v3} and a few of {@code /sapi/v1}: the requests and answers of widespread clients for
 * exchange pairs, over the markets, the door and the folds that {@code api} uses. Uses no sockets.
 */
@NullMarked
package io.daybook.server.spot;

import org.jspecify.annotations.NullMarked;
