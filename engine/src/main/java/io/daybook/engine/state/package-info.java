/**
 * The state of the engine as bytes and back: parts of records, packed and hashed. The host decides in which files they
 * are stored.
 */
@NullMarked
package io.daybook.engine.state;

import org.jspecify.annotations.NullMarked;
