/**
 * Segments, frames, checksums, durability, snapshots on disk and the recovery scan. It sees opaque bytes and sequence
 * numbers only: what a command means is not its business.
 */
@NullMarked
package io.daybook.journal;

import org.jspecify.annotations.NullMarked;
