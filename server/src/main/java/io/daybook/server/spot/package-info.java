/**
 * The spot dialect: {@code /api/v3} and a few paths of {@code /sapi/v1}, with the requests and answers that widespread
 * clients use for exchange pairs. It uses the same markets, door and folds as {@code api}, and opens no sockets itself.
 */
@NullMarked
package io.daybook.server.spot;

import org.jspecify.annotations.NullMarked;
