/** Writers that fill slots with commands; the doors hand them out. */
@NullMarked
package io.daybook.engine.writer;

import org.jspecify.annotations.NullMarked;
