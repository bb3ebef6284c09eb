/** Encodes commands into blocks, forces them and releases their results; and reserves disk space for the doors. */
@NullMarked
package io.daybook.core.journaling;

import org.jspecify.annotations.NullMarked;
