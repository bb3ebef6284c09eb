/**
 * Dense memory for records that are counted in millions: fixed-width records in chunked primitive arrays, and an index
 * from long keys to ints. Both grow in small steps and are never copied as a whole. They do not interpret what they
 * hold.
 */
@NullMarked
package io.daybook.kernel.slab;

import org.jspecify.annotations.NullMarked;
