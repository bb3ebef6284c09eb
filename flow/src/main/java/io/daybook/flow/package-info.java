/**
 * The common parts of order flow: the events of a recording, the commands and the feed that are made of them, the
 * destinations of commands, and lines of CSV. Uses no console.
 */
@NullMarked
package io.daybook.flow;

import org.jspecify.annotations.NullMarked;
