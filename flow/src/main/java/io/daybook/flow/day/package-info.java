/** Recorded days as files: the package reads them from beginning to end, and reports their faults. */
@NullMarked
package io.daybook.flow.day;

import org.jspecify.annotations.NullMarked;
