package io.daybook.host;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A test that {@code mvn verify} skips, because a shorter test proves the same promise there, or because it takes
 * longer than the promise is worth in every build. {@code mvn -Plong verify} runs it; {@code -Ddaybook.onlyLong=true}
 * runs it at the size that other tests have in {@code mvn verify}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@EnabledIfSystemProperty(named = "daybook.onlyLong", matches = "true", disabledReason = "long: run with -Plong")
public @interface OnlyLong {}
