/**
 * The state of the engine as bytes and back: parts of records, packed and hashed. Which files that makes is the host's
 * business.
 */
@NullMarked
package io.daybook.engine.state;

import org.jspecify.annotations.NullMarked;
