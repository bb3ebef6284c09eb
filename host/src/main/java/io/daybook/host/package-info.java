/**
 * Time and threads for an exchange and its doors, and protection of files from the interrupts of those threads. Depends
 * on the JDK only.
 */
@NullMarked
package io.daybook.host;

import org.jspecify.annotations.NullMarked;
