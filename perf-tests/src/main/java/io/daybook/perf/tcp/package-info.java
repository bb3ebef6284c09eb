/** Orders over TCP on one machine: the venue, a closed loop through it, and a flood of many connections. */
@NullMarked
package io.daybook.perf.tcp;

import org.jspecify.annotations.NullMarked;
