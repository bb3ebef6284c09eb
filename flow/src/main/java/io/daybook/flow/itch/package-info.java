/**
 * NASDAQ TotalView-ITCH 5.0: a parser that takes its bytes in any pieces, a flyweight per message type, the order books
 * of a file, and a writer. The package opens no file or socket and reads no clock. It checks every number, because its
 * input may be damaged.
 */
@NullMarked
package io.daybook.flow.itch;

import org.jspecify.annotations.NullMarked;
