/**
 * Runs random scenarios through the product and the reference model. The package owns the comparison and the list of
 * what the scenarios must reach, and uses no processes. The build starts these classes early, because each runs on one
 * thread and takes longest.
 */
@NullMarked
package io.daybook.it.scenario;

import org.jspecify.annotations.NullMarked;
