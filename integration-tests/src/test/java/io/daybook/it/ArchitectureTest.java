package io.daybook.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.host.Proves;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.position.Positions;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** The rules of the architecture: which packages each package may use, and what deterministic code must not call. */
@Proves("packages have no cyclic and no forbidden dependencies, and deterministic code reads no clock")
@AnalyzeClasses(
        packages = "io.daybook",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
@ArchTag("whole")
class ArchitectureTest {
    /**
     * Excludes the test fixtures of other modules, which may use JUnit and other classes that their modules may not
     * use.
     */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(final Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String[] DETERMINISTIC = {
        "io.daybook.kernel..",
        "io.daybook.risk..",
        "io.daybook.engine..",
        "io.daybook.cluster.state..",
        "io.daybook.backtest"
    };

    /**
     * Makes each package a slice. A pattern could do so too, but ArchUnit would compile it again for each class that a
     * class depends on.
     */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        private static final String ROOT = "io.daybook.";

        @Override
        public SliceIdentifier getIdentifierOf(final JavaClass javaClass) {
            final String name = javaClass.getPackageName();
            return name.startsWith(ROOT) ? SliceIdentifier.of(name.substring(ROOT.length())) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of " + ROOT;
        }
    };

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
            slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule API_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.daybook.api..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.daybook.api..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule HOST_NEEDS_THE_JDK_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.host..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.daybook.host..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule THE_PAGE_NEEDS_THE_JDK_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.console..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.daybook.console..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule THE_TEST_KIT_NEEDS_THE_JDK_AND_JUNIT_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.testkit..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.testkit..",
                    "java..",
                    "org.jspecify..",
                    "org.junit.jupiter.api.extension..",
                    "org.opentest4j..");

    @ArchTest
    static final ArchRule CLIENT_NEEDS_THE_JDK_AND_BYTE_LAYOUTS_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.client..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.client..", "io.daybook.wire..", "java..", "javax.net.ssl..", "org.jspecify..");

    @ArchTest
    static final ArchRule BYTE_LAYOUTS_KNOW_NO_CLIENT = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.wire", "io.daybook.wire.feed..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.daybook.wire..", "java.lang..", "java.nio..", "java.util..", "org.jspecify..");

    @ArchTest
    static final ArchRule THE_KERNEL_KNOWS_THE_API_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.kernel..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.daybook.kernel..", "io.daybook.api..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule RISK_KNOWS_THE_API_AND_PRIMITIVE_COLLECTIONS = noClasses()
            .that()
            .resideInAPackage("io.daybook.risk..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.risk..",
                    "io.daybook.kernel..",
                    "io.daybook.api..",
                    "java..",
                    "org.jspecify..",
                    "org.eclipse.collections..");

    /** Only the ledger writes balances; {@link Accounts} writes only the links between the records. */
    @ArchTest
    static final ArchRule ONLY_THE_LEDGER_AND_THE_ACCOUNTS_GET_THE_RECORDS_OF_ACCOUNTS = noClasses()
            .that()
            .resideInAPackage("io.daybook..")
            .and()
            .doNotBelongToAnyOf(Ledger.class, Accounts.class)
            .should()
            .callMethod(Positions.class, "accountRecords");

    @ArchTest
    static final ArchRule THE_ENGINE_IS_PURE = noClasses()
            .that()
            .resideInAPackage("io.daybook.engine..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.engine..",
                    "io.daybook.risk..",
                    "io.daybook.kernel..",
                    "io.daybook.api..",
                    "java..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule SCENARIOS_KNOW_THE_API_AND_JSON_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.scenario..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.scenario..",
                    "io.daybook.api..",
                    "io.daybook.wire.json..",
                    "java..",
                    "org.jspecify..",
                    "com.fasterxml.jackson.core..");

    @ArchTest
    static final ArchRule MARKET_DATA_KNOWS_THE_JDK_AND_BYTE_LAYOUTS_ONLY = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.client.book..", "io.daybook.client.feed..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.client.book..",
                    "io.daybook.client.feed..",
                    "io.daybook.wire..",
                    "java.lang..",
                    "java.util",
                    "java.util.concurrent..",
                    "java.nio",
                    "java.nio.charset",
                    "java.security",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule FLOW_KNOWS_THE_API_AND_BOOKS = noClasses()
            .that()
            .resideInAPackage("io.daybook.flow..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.flow..",
                    "io.daybook.client.book..",
                    "io.daybook.client.feed..",
                    "io.daybook.wire.feed..",
                    "io.daybook.api..",
                    "java.io..",
                    "java.lang..",
                    "java.math..",
                    "java.nio..",
                    "java.util..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule TRADING_KNOWS_THE_CLIENT_AND_FLOWS = noClasses()
            .that()
            .resideInAPackage("io.daybook.trading..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.trading..",
                    "io.daybook.client..",
                    "io.daybook.flow..",
                    "io.daybook.wire..",
                    "io.daybook.host",
                    "io.daybook.api..",
                    "java..",
                    "org.jspecify..");

    /** A strategy must not be able to tell a simulated market from a live one. */
    @ArchTest
    static final ArchRule A_TRADER_KNOWS_NO_SOCKET_NO_FILE_AND_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage("io.daybook.trading..")
            .and()
            .resideOutsideOfPackage("io.daybook.trading.live..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.net\\..*|java\\.nio\\..*|java\\.io\\..*|java\\.time\\..*|java\\.util\\.concurrent\\..*"
                            + "|io\\.daybook\\.host\\.(Clock|VenueTime)"
                            + "|io\\.daybook\\.client\\.(DaybookClient|FeedClient)"
                            + "|io\\.daybook\\.trading\\.live\\..*")
            .orShould()
            .accessTargetWhere(
                    DescribedPredicate.describe("the system is asked for the time", ArchitectureTest::asksForTheTime))
            .orShould()
            .accessTargetWhere(
                    DescribedPredicate.describe("a thread is made, or sleeps", ArchitectureTest::makesThreadsOrSleeps));

    @ArchTest
    static final ArchRule STRATEGIES_AND_FEATURES_KNOW_NO_WAY_OUT = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.trading.strategy..", "io.daybook.trading.feature..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("io\\.daybook\\.trading\\.(TradeEngine|OrderPort|OrderAnswers)");

    @ArchTest
    static final ArchRule THE_SIMULATED_MARKET_KNOWS_NO_SOCKET = noClasses()
            .that()
            .resideInAPackage("io.daybook.backtest..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.backtest..",
                    "io.daybook.trading..",
                    "io.daybook.flow..",
                    "io.daybook.feed",
                    "io.daybook.sessions.order",
                    "io.daybook.client..",
                    "io.daybook.wire..",
                    "io.daybook.core..",
                    "io.daybook.api..",
                    "java..",
                    "org.jspecify..",
                    "org.knowm.xchart..");

    @ArchTest
    static final ArchRule SESSIONS_KNOW_NO_DOOR = noClasses()
            .that()
            .resideInAPackage("io.daybook.sessions..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.sessions..",
                    "io.daybook.wire..",
                    "io.daybook.api..",
                    "io.daybook.host..",
                    "io.daybook.kernel.slab..", // HashSecret, for the table of orders
                    "io.daybook.kernel.money..",
                    "java..",
                    "javax.net.ssl..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.netty..");

    @ArchTest
    static final ArchRule A_GATEWAY_IS_GIVEN_ITS_EXCHANGE = noClasses()
            .that()
            .resideInAPackage("io.daybook.gateway..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.gateway..",
                    "io.daybook.sessions..",
                    "io.daybook.wire..",
                    "io.daybook.api..",
                    "io.daybook.host..",
                    "java..",
                    "javax.net.ssl..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.netty..",
                    "quickfix..",
                    "org.apache.mina..",
                    "io.daybook.config..",
                    "com.fasterxml.jackson.core..");

    @ArchTest
    static final ArchRule ONLY_THE_FIX_DOOR_KNOWS_QUICKFIX = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.daybook.gateway.fix..",
                    "io.daybook.testvenue..", // FixFaults changes messages of QuickFIX/J
                    "io.daybook.perf..",
                    "quickfix..",
                    "org.quickfixj..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("quickfix..", "org.apache.mina..");

    @ArchTest
    static final ArchRule THE_BOOK_OF_FIX_KNOWS_NEITHER_QUICKFIX_NOR_DECIMALS = noClasses()
            .that()
            .resideInAPackage("io.daybook.gateway.fix.book..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "quickfix..",
                    "org.apache.mina..",
                    "java.time..",
                    "java.math..",
                    "io.daybook.gateway.fix",
                    "io.daybook.gateway.fix.message..",
                    "io.daybook.gateway.fix.order..",
                    "io.daybook.gateway.fix.session..",
                    "io.daybook.gateway.fix.decimal..");

    @ArchTest
    static final ArchRule ONLY_THE_SERVER_KNOWS_MICROMETER_ITS_DATABASE_AND_PASSWORDS = noClasses()
            .that()
            .resideOutsideOfPackages("io.daybook.server.metrics..", "io.daybook.server.identity..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..", "io.prometheus..", "java.sql..", "org.sqlite..", "com.password4j..");

    @ArchTest
    static final ArchRule ONLY_THE_COMMAND_THAT_SERVES_KNOWS_LOGBACK = noClasses()
            .that()
            .resideOutsideOfPackage("io.daybook.cli.log..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("ch.qos.logback..");

    @ArchTest
    static final ArchRule NOBODY_KNOWS_THE_SERVER_BUT_THE_ASSEMBLY_AND_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.daybook.server..",
                    "io.daybook.venue..",
                    "io.daybook.testvenue..",
                    "io.daybook.cli..",
                    "io.daybook.perf..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.daybook.server..");

    /** Only the module venue opens doors, so that all venues open them in the same way. */
    @ArchTest
    static final ArchRule ONLY_THE_ASSEMBLY_OPENS_DOORS = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.daybook.venue..", "io.daybook.gateway..", "io.daybook.server..", "io.daybook.perf..")
            .should()
            .callMethod(TcpGateway.class, "builder")
            .orShould()
            .callMethod(FixGateway.class, "builder")
            .because("only the module venue assembles doors");

    @ArchTest
    static final ArchRule FOLDS_KNOW_NO_SOCKET_AND_NO_JSON = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.server.orders..", "io.daybook.server.history..")
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideOutsideOfPackages(
                            "io.daybook.server.orders..",
                            "io.daybook.server.history..",
                            "io.daybook.api..",
                            "io.daybook.kernel.money..",
                            "io.daybook.kernel.slab..",
                            "io.daybook.sessions.order..",
                            "java..",
                            "org.jspecify..")
                    .and(DescribedPredicate.describe(
                            "are not numbers that all folds share",
                            type -> !type.getName().startsWith("io.daybook.sessions.outbox.Histories")
                                    && !Set.of(
                                                    "io.daybook.sessions.Tags",
                                                    "io.daybook.wire.OffReason",
                                                    "io.daybook.wire.OrderNumbers")
                                            .contains(type.getName()))));

    @ArchTest
    static final ArchRule ONLY_THE_DOORS_KNOW_NETTY = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.daybook.sessions.tls..",
                    "io.daybook.gateway.tcp..",
                    "io.daybook.server.http..",
                    "io.daybook.testvenue..", // its faults are handlers in the pipelines of Netty
                    "io.daybook.perf..",
                    "io.netty..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule ONE_READER_KNOWS_TOML = noClasses()
            .that()
            .resideOutsideOfPackage("io.daybook.config..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.tomlj..");

    @ArchTest
    static final ArchRule ONLY_THE_READERS_OF_A_GATEWAY_KNOW_FILES_AND_JSON = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.sessions..", "io.daybook.gateway.session..", "io.daybook.gateway.tcp..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.daybook.config..", "com.fasterxml.jackson..", "io.daybook.gateway.config..");

    @ArchTest
    static final ArchRule SESSIONS_KNOW_NO_SOCKET = noClasses()
            .that()
            .resideInAnyPackage("io.daybook.sessions..", "io.daybook.gateway.session..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.net\\..*Socket.*|java\\.nio\\.channels\\..*|io\\.daybook\\.gateway\\.tcp\\..*");

    @ArchTest
    static final ArchRule THE_JOURNAL_KNOWS_BYTES_ONLY = noClasses()
            .that()
            .resideInAPackage("io.daybook.journal..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.daybook.api..",
                    "io.daybook.kernel..",
                    "io.daybook.risk..",
                    "io.daybook.engine..",
                    "io.daybook.core..");

    @ArchTest
    static final ArchRule ONLY_DOORS_AND_STAGES_KNOW_THE_DISRUPTOR = noClasses()
            .that()
            .resideOutsideOfPackages("io.daybook.core.doors..", "io.daybook.core.stages..", "io.daybook.perf..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.lmax.disruptor..");

    @ArchTest
    static final ArchRule ONLY_THE_CLUSTER_KNOWS_AERON = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.daybook.cluster.config..",
                    "io.daybook.cluster.follower..",
                    "io.daybook.cluster.node..",
                    "io.daybook.cluster.status..",
                    "io.daybook.cluster.client..",
                    "io.daybook.cluster.log..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.aeron..", "org.agrona..");

    @ArchTest
    static final ArchRule THE_STATE_OF_A_CLUSTER_IS_PURE = noClasses()
            .that()
            .resideInAPackage("io.daybook.cluster.state..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.daybook.cluster.state..",
                    "io.daybook.wire..",
                    "io.daybook.engine..",
                    "io.daybook.kernel..",
                    "io.daybook.api..",
                    "java.lang..",
                    "java.nio",
                    "java.util",
                    "java.util.function..",
                    "java.util.zip..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule DETERMINISTIC_CODE_READS_NO_CLOCK_AND_ROLLS_NO_DICE = noClasses()
            .that()
            .resideInAnyPackage(DETERMINISTIC)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.util\\.concurrent\\..*|java\\.util\\.SplittableRandom|java\\.time\\..*|java\\.io\\.File.*"
                            + "|java\\.nio\\.file\\..*|org\\.slf4j\\..*");

    @ArchTest
    static final ArchRule THE_TIME_IS_GIVEN_IN = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.daybook.core..",
                    "io.daybook.host..",
                    "io.daybook.journal..",
                    "io.daybook.sessions..",
                    "io.daybook.gateway..",
                    "io.daybook.feed..")
            .and()
            .doNotHaveFullyQualifiedName("io.daybook.host.SystemClock")
            .should()
            .accessTargetWhere(
                    DescribedPredicate.describe("the system is asked for the time", ArchitectureTest::asksForTheTime));

    @ArchTest
    static final ArchRule THREADS_ARE_GIVEN_IN = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.daybook.core..",
                    "io.daybook.host..",
                    "io.daybook.journal..",
                    "io.daybook.sessions..",
                    "io.daybook.gateway..",
                    "io.daybook.feed..")
            .and()
            .haveNameNotMatching("io\\.daybook\\.host\\.ThreadScheduler.*")
            .should()
            .beAssignableTo(Thread.class)
            .orShould()
            .accessTargetWhere(
                    DescribedPredicate.describe("a thread is made, or sleeps", ArchitectureTest::makesThreadsOrSleeps));

    @ArchTest
    static final ArchRule DETERMINISTIC_CODE_ITERATES_NO_HASH_MAP = noClasses()
            .that()
            .resideInAnyPackage(DETERMINISTIC)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.HashMap");

    private static boolean makesThreadsOrSleeps(final JavaAccess<?> access) {
        final JavaClass owner = access.getTargetOwner();
        final String name = access.getTarget().getName();
        return owner.isAssignableTo(Thread.class) && (name.equals("<init>") || name.equals("sleep"))
                || owner.isEquivalentTo(Executors.class)
                || owner.isEquivalentTo(ThreadPoolExecutor.class);
    }

    private static boolean asksForTheTime(final JavaAccess<?> access) {
        final JavaClass owner = access.getTargetOwner();
        final String name = access.getTarget().getName();
        return owner.isEquivalentTo(System.class) && (name.equals("nanoTime") || name.equals("currentTimeMillis"))
                || owner.getPackageName().equals("java.time") && (name.equals("now") || name.startsWith("system"))
                || owner.isEquivalentTo(Date.class);
    }
}
