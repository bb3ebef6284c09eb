/**
 * Streams over WebSockets: topics that are told once and heard by many, what a slow reader gets of them, and the native
 * protocol. It knows no socket: {@code http} sends what it is given.
 */
@NullMarked
package io.daybook.server.stream;

import org.jspecify.annotations.NullMarked;
