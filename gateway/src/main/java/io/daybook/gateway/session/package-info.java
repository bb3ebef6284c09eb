/**
 * The sessions of the binary door, over any transport: its session book (a fold over results), messages, fences and
 * requests. This package opens no socket, and gets time and disk from its caller.
 */
@NullMarked
package io.daybook.gateway.session;

import org.jspecify.annotations.NullMarked;
