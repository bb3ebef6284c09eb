/** The page that people open at the address of a venue. Its files are resources of this package; nothing runs here. */
@NullMarked
package io.daybook.console;

import org.jspecify.annotations.NullMarked;
