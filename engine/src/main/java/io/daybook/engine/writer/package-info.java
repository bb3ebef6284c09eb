/** What doors give out to be filled: writers of commands over slots, whoever carries these out. */
@NullMarked
package io.daybook.engine.writer;

import org.jspecify.annotations.NullMarked;
