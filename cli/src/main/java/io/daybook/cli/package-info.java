/**
 * The {@code daybook} command: it runs scenario files, venues and clusters, reads journals, and imports real order
 * flow.
 */
@NullMarked
package io.daybook.cli;

import org.jspecify.annotations.NullMarked;
