/** Books and trades over time, as tables for research. */
@NullMarked
package io.daybook.flow.series;

import org.jspecify.annotations.NullMarked;
