/**
 * JUnit 5 for programs that trade: an extension that starts a venue for tests, and what a test sets, breaks and reads
 * there. It needs the JDK and JUnit only, and knows the venue by its control door alone.
 */
@NullMarked
package io.daybook.testkit;

import org.jspecify.annotations.NullMarked;
