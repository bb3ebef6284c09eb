/** The only writer of JSON. Depends on the JDK only. */
@NullMarked
package io.daybook.wire.json;

import org.jspecify.annotations.NullMarked;
