/**
 * From a journal to a running state, and from a journal to command records for people; whether rings fit the heap, and
 * the marks of a folder as applications see them. It applies what the journal module has verified, and knows nothing of
 * files itself.
 */
@NullMarked
package io.daybook.core.recovery;

import org.jspecify.annotations.NullMarked;
