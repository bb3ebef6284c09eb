/**
 * NASDAQ TotalView-ITCH 5.0: a parser that takes its bytes in any pieces, a flyweight a message type, and the order
 * books that a file tells of. Knows no file, socket or clock; what it reads may be damaged, so that it believes no
 * number.
 */
@NullMarked
package io.daybook.flow.itch;

import org.jspecify.annotations.NullMarked;
