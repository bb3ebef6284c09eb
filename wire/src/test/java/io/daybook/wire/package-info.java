/** Tests of the byte layouts. */
@NullMarked
package io.daybook.wire;

import org.jspecify.annotations.NullMarked;
