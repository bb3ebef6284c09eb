/** The assembly of a venue in one process: exchange, followers, doors, from the start to the end. */
@NullMarked
package io.daybook.server;

import org.jspecify.annotations.NullMarked;
