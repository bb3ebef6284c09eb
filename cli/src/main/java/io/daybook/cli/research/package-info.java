/** The commands for research: books and trades over time, and strategies or the user's own orders in a recorded day. */
@NullMarked
package io.daybook.cli.research;

import org.jspecify.annotations.NullMarked;
