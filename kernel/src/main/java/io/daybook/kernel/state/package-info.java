/**
 * The logical state of an exchange as a stream of records: the single form for snapshots, hashes and restores, the same
 * for every topology and order book. It defines the shape of the records, not their meaning.
 */
@NullMarked
package io.daybook.kernel.state;

import org.jspecify.annotations.NullMarked;
