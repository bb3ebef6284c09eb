/**
 * The product as the reference model sees it, and random scenarios through both. It owns what is compared and what has
 * to be reached, and knows nothing of processes. The build starts its classes early: their one thread takes longest.
 */
@NullMarked
package io.daybook.it.scenario;

import org.jspecify.annotations.NullMarked;
