/**
 * Scenario files: JSON Lines in, commands and queries out of them, results as JSON Lines. It depends only on the public
 * API: no files, no threads of its own, no engine.
 */
@NullMarked
package io.daybook.scenario;

import org.jspecify.annotations.NullMarked;
