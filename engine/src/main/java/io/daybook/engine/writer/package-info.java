/** Writers of commands over slots, which doors give out to be filled. */
@NullMarked
package io.daybook.engine.writer;

import org.jspecify.annotations.NullMarked;
