/**
 * The logical state of an exchange as a stream of records: the one form from which snapshots, hashes and restores are
 * made, the same for every topology and order book. It knows the shape of the records and nothing of their meaning.
 */
@NullMarked
package io.daybook.kernel.state;

import org.jspecify.annotations.NullMarked;
