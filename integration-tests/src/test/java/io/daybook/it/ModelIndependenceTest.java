package io.daybook.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.daybook.host.Proves;

/** The reference model can contradict the product only because they share nothing, not even names of results. */
@Proves("the reference model shares no code with the product")
@AnalyzeClasses(packages = "io.daybook.model")
@ArchTag("whole")
class ModelIndependenceTest {

    @ArchTest
    static final ArchRule THE_MODEL_KNOWS_NOTHING_OF_THE_PRODUCT = noClasses()
            .that()
            .resideInAPackage("io.daybook.model..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.model..", "java..", "com.fasterxml.jackson.core..", "org.jspecify..", "org.junit..");
}
