/**
 * The bytes of segments, frames and parts of snapshots: each is drawn above its descriptor, with encoder and decoder
 * side by side. This package opens no file.
 */
@NullMarked
package io.daybook.journal.format;

import org.jspecify.annotations.NullMarked;
