/**
 * The API for applications: command records, queries, results, events, reports, symbol specifications, configuration
 * and the {@code Exchange} itself. It depends on the JDK alone and has no behaviour of the engine.
 */
@NullMarked
package io.daybook.api;

import org.jspecify.annotations.NullMarked;
