/** The HTTP door of a venue: what it opens, what follows the exchange for it, and its health. */
@NullMarked
package io.daybook.server;

import org.jspecify.annotations.NullMarked;
