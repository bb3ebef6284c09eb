/** The commands for research: books and trades over time, and orders of one's own in a recorded day. */
@NullMarked
package io.daybook.cli.research;

import org.jspecify.annotations.NullMarked;
