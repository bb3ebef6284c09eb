/**
 * The product as the reference model sees it, and random scenarios through both. It owns the comparison and the list of
 * what has to be reached, and uses no processes. The build starts its classes early: their one thread takes longest.
 */
@NullMarked
package io.daybook.it.scenario;

import org.jspecify.annotations.NullMarked;
