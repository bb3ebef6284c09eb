/**
 * Days that were recorded, as files: reads them from their beginning to their end, and says what is wrong with them.
 */
@NullMarked
package io.daybook.flow.day;

import org.jspecify.annotations.NullMarked;
