/**
 * Streams over WebSockets: topics whose messages are made once for many subscriptions, the rules for slow readers, and
 * the native protocol. It does not use Netty's channels: {@code http} sends its frames.
 */
@NullMarked
package io.daybook.server.stream;

import org.jspecify.annotations.NullMarked;
