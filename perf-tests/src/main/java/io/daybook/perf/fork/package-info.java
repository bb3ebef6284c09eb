/**
 * Runs measurements in virtual machines of their own, so that flags, collectors and profiles of one do not colour
 * another.
 */
@NullMarked
package io.daybook.perf.fork;

import org.jspecify.annotations.NullMarked;
