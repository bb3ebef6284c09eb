/**
 * The interactive session: short words in, commands of the public API to an exchange, sentences out. It owns no
 * exchange and no files; the terminal comes in as lines.
 */
@NullMarked
package io.daybook.cli.shell;

import org.jspecify.annotations.NullMarked;
