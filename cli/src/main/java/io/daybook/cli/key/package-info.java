/** Commands over the keys of a venue. */
@NullMarked
package io.daybook.cli.key;

import org.jspecify.annotations.NullMarked;
