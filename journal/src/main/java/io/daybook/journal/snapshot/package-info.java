/** Snapshots on disk: parts, the manifest that completes them, and the store that keeps some and deletes the rest. */
@NullMarked
package io.daybook.journal.snapshot;

import org.jspecify.annotations.NullMarked;
