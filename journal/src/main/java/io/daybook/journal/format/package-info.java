/**
 * The bytes of segments, frames and parts of snapshots: each is drawn above its descriptor, encoder and decoder stand
 * side by side. No file is opened here.
 */
@NullMarked
package io.daybook.journal.format;

import org.jspecify.annotations.NullMarked;
