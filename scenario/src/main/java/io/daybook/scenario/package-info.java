/**
 * Scenario files: JSON Lines in, commands and queries out of them, results as JSON Lines. It knows the public API and
 * the text format alone: no files, no threads of its own, no engine.
 */
@NullMarked
package io.daybook.scenario;

import org.jspecify.annotations.NullMarked;
