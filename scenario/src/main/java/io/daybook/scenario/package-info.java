/**
 * Scenario files: the package reads JSON Lines as commands and queries, and writes results as JSON Lines. It depends
 * only on the public API, and has no files, no threads and no engine.
 */
@NullMarked
package io.daybook.scenario;

import org.jspecify.annotations.NullMarked;
