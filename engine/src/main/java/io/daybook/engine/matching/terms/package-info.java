/**
 * Orders with terms: triggers, hidden and shown parts, exits, expiries, replacements, mass cancels, and the acts that
 * follow a trade.
 */
@NullMarked
package io.daybook.engine.matching.terms;

import org.jspecify.annotations.NullMarked;
