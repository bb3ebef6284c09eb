/**
 * JUnit 5 for programs that trade: an extension that starts a venue for tests, and the parts of the venue that a test
 * sets, breaks and reads. It needs the JDK and JUnit only, and uses the venue through its control door only.
 */
@NullMarked
package io.daybook.testkit;

import org.jspecify.annotations.NullMarked;
