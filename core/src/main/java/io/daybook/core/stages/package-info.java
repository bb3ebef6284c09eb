/**
 * The stages that work on the slots of the ring: hold, match and settle, journal, deliver; and how a topology arranges
 * them. No rule of the exchange is here, and no format.
 */
@NullMarked
package io.daybook.core.stages;

import org.jspecify.annotations.NullMarked;
