/** The log of {@code daybook serve}: lines as text or JSON, to standard error or to files of a bounded size. */
@NullMarked
package io.daybook.cli.log;

import org.jspecify.annotations.NullMarked;
