/** The HTTP door of a venue: its parts, its followers of the exchange, and its health. */
@NullMarked
package io.daybook.server;

import org.jspecify.annotations.NullMarked;
