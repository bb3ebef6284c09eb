package io.daybook.host;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The promise that a class of tests proves, in one sentence. {@code DocumentsTest} writes the table of all promises to
 * {@code integration-tests/target/promises.md}: classes with the same sentence share a row.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Proves {
    /** The promise: subject, verb, object. */
    String value();

    /** Returns how much {@code mvn verify} tries, for tests whose size can be chosen. */
    String normal() default "";

    /** Returns how much {@code mvn -Plong verify} tries. */
    String large() default "";
}
