/**
 * Market data as a fold over results: what each channel says follows from the commands alone. This package makes the
 * messages and says who takes and who reads them; it knows no files, no sockets and no clock.
 */
@NullMarked
package io.daybook.feed;

import org.jspecify.annotations.NullMarked;
