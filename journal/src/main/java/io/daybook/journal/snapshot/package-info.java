/** Snapshots on disk: parts, the manifest that makes them one, the store that keeps some and retires the rest. */
@NullMarked
package io.daybook.journal.snapshot;

import org.jspecify.annotations.NullMarked;
