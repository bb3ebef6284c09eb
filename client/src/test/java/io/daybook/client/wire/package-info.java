/** Tests of the byte layouts. */
@NullMarked
package io.daybook.client.wire;

import org.jspecify.annotations.NullMarked;
