/**
 * The interactive session: it reads short words, sends commands of the public API to an exchange, and prints sentences.
 * It owns no exchange and no files, and gets the terminal as lines.
 */
@NullMarked
package io.daybook.cli.shell;

import org.jspecify.annotations.NullMarked;
