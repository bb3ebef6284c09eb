/**
 * The spot dialect, {@code /api/v3} and a few of {@code /sapi/v1}: the shapes of requests and answers of public clients
 * of exchange pairs, over the markets, the door and the folds that {@code api} uses. Uses no sockets.
 */
@NullMarked
package io.daybook.server.spot;

import org.jspecify.annotations.NullMarked;
