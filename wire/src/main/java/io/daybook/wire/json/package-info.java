/**
 * The writer of JSON. Depends on the JDK only. Two classes write JSON without it: {@code JsonText} of the test kit,
 * which depends on no module of the product, and {@code RowBytes} of the command line, whose rows are CSV or JSON.
 */
@NullMarked
package io.daybook.wire.json;

import org.jspecify.annotations.NullMarked;
