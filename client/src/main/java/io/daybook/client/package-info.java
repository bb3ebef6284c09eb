/**
 * The Java client of a Daybook venue: orders over TCP, with reconnect and exactly-once answers. It needs the JDK only,
 * and does not depend on the exchange.
 */
@NullMarked
package io.daybook.client;

import org.jspecify.annotations.NullMarked;
