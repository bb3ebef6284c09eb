/**
 * Dense memory for records that are counted in millions: fixed-width records in chunked primitive arrays, and an index
 * from long keys to ints. Both grow in small steps and never copy themselves as a whole. Nothing of the exchange's
 * meaning lives here.
 */
@NullMarked
package io.daybook.kernel.slab;

import org.jspecify.annotations.NullMarked;
