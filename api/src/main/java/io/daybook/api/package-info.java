/**
 * What an application sees: command records, queries, results, events, reports, symbol specifications, configuration
 * and the {@code Exchange} itself. It depends on the JDK alone and holds no behaviour of the engine.
 */
@NullMarked
package io.daybook.api;

import org.jspecify.annotations.NullMarked;
