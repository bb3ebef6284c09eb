/**
 * Scenario files: the package reads JSON Lines as commands and queries, and writes results as JSON Lines. It depends on
 * the public API, on Jackson to read and on {@link io.daybook.wire.json} to write. It has no files, no threads and no
 * engine.
 */
@NullMarked
package io.daybook.scenario;

import org.jspecify.annotations.NullMarked;
