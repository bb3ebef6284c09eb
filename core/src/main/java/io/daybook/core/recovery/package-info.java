/**
 * Recovers a running state from a journal, and decodes a journal into command records for people; checks whether rings
 * fit the heap, and presents the marks of a folder to applications. It applies what the journal module has verified,
 * and touches no files itself.
 */
@NullMarked
package io.daybook.core.recovery;

import org.jspecify.annotations.NullMarked;
