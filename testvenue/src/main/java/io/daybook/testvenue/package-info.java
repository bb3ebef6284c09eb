/**
 * A venue for tests: the venue that {@code daybook serve} opens, with a control door, a folder that may be thrown away,
 * and keys, time and faults that a test controls. The package opens no door of a venue itself, and adds hooks around
 * the doors only: it changes no result and no number.
 */
@NullMarked
package io.daybook.testvenue;

import org.jspecify.annotations.NullMarked;
