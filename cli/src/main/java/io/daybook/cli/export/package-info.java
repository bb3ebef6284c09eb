/**
 * The events of an exchange as files for other programs: {@code daybook export}. Reads a folder, and changes nothing in
 * it.
 */
@NullMarked
package io.daybook.cli.export;

import org.jspecify.annotations.NullMarked;
