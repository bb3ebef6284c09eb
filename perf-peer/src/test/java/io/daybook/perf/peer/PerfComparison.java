package io.daybook.perf.peer;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Series;
import io.daybook.perf.report.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs Daybook and the peer in turn, each in a separate virtual machine with the same flags, the same stream and the
 * same checks: {@code mvn -T1 -Ppeer -Dtest=PerfComparison#testComparisonMargin test}.
 */
class PerfComparison {
    private static final Pattern MEDIAN = Pattern.compile("RESULT .*: median ([0-9.]+) M/s.*");
    private static final String OURS = "io.daybook.perf.run.ThroughputRun";
    private static final String OURS_JOURNALING = "io.daybook.perf.run.JournalingRun";
    private static final String FIRST_PASS = "io.daybook.perf.run.FirstPassRun";
    private static final List<String> MOVING = List.of("static", "normal", "swing25", "swing40", "crash");
    private static final String PEER = PeerThroughputRun.class.getName();

    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.reflect",
            "java.util",
            "java.io",
            "java.nio",
            "sun.nio.ch",
            "jdk.internal.misc",
            "jdk.internal.ref");
    private static final List<String> EXPORTED = List.of("sun.nio.ch", "jdk.internal.misc", "jdk.internal.ref");

    @Test
    void testComparisonMargin() throws IOException {
        compare("margin", "margin");
    }

    @Test
    void testComparisonMarginPeerMix() throws IOException {
        System.setProperty("daybook.perf.mix", "PEER");
        compare("margin-peer-mix", "margin");
    }

    @Test
    void testComparisonExchange() throws IOException {
        compare("exchange", "exchange");
    }

    @Test
    void testComparisonPeak() throws IOException {
        compare("peak", "peak");
    }

    @Test
    void testComparisonMoving() throws IOException {
        System.setProperty("daybook.perf.mix", "PEER");
        for (final String workload : MOVING) {
            compare(workload, workload);
        }
    }

    /** Moves orders where the workload replaces them, because the peer has no replace command. */
    @Test
    void testComparisonSpot() throws IOException {
        System.setProperty("daybook.perf.mix", "PEER");
        for (final String workload : List.of("spot", "spot-trades")) {
            compare(workload, workload);
        }
    }

    /** Measures the first pass of a fresh virtual machine and later ones, on one thread, in turn. */
    @Test
    void testFirstPass() throws IOException {
        final int pairs = PerfProperties.number("pairs", 3);
        for (final String workload : MOVING) {
            for (int pair = 1; pair <= pairs; pair++) {
                ours().run(System.out::println, FIRST_PASS, workload, "LADDER", "matching");
                ours().run(System.out::println, FIRST_PASS, workload, "RADIX", "matching");
                peer().run(System.out::println, PeerFirstPassRun.class.getName(), workload);
                ours().run(System.out::println, FIRST_PASS, workload, "LADDER", "engine");
            }
        }
    }

    @Test
    void testComparisonMarginJournaling() throws IOException {
        compareJournaling("margin");
    }

    private static void compare(final String name, final String workload) throws IOException {
        final Contest contest = new Contest(name);
        contest.add("Daybook", ours(), OURS, workload);
        contest.add("peer, its best", peer(), PEER, workload, PeerConfiguration.BEST.name());
        contest.add("peer, as documented", peer(), PEER, workload, PeerConfiguration.DOCUMENTED.name());
        contest.run();
    }

    private static void compareJournaling(final String workload) throws IOException {
        final Contest contest = new Contest(workload + "-journaling");
        contest.add("Daybook, forced", ours(), OURS_JOURNALING, workload);
        contest.add("peer, its best", peer(), PEER, workload, PeerConfiguration.BEST.name(), "journal");
        contest.run();
    }

    private static PerfJvm ours() throws IOException {
        final String classes = System.getProperty("daybook.ours.classes");
        final String others = Files.readString(Path.of(System.getProperty("daybook.ours.classpath")))
                .strip();
        return new PerfJvm(PerfJvm.join(classes, others), List.of());
    }

    /** A virtual machine whose flags open packages of the JDK, which the peer's libraries access. */
    private static PerfJvm peer() {
        final Stream<String> opens = OPENED.stream().map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED");
        final Stream<String> exports =
                EXPORTED.stream().map(name -> "--add-exports=java.base/" + name + "=ALL-UNNAMED");
        final List<String> flags = new ArrayList<>(Stream.concat(opens, exports).toList());
        flags.add("--add-opens=jdk.unsupported/sun.misc=ALL-UNNAMED");
        return new PerfJvm(System.getProperty("java.class.path"), flags);
    }

    /** Contenders that run in turn. */
    private static final class Contest {
        private final String name;
        private final List<String> names = new ArrayList<>();
        private final List<List<Double>> rates = new ArrayList<>();
        private final List<Runner> runners = new ArrayList<>();
        private final StringBuilder log = new StringBuilder();

        Contest(final String name) {
            this.name = name;
        }

        void add(final String contender, final PerfJvm jvm, final String main, final String... arguments) {
            names.add(contender);
            rates.add(new ArrayList<>());
            runners.add(() -> {
                final double[] median = new double[1];
                jvm.run(
                        line -> {
                            print(line);
                            final Matcher matcher = MEDIAN.matcher(line);
                            if (matcher.matches() && median[0] == 0) {
                                median[0] = Double.parseDouble(matcher.group(1));
                            }
                        },
                        main,
                        arguments);
                return median[0];
            });
        }

        void run() throws IOException {
            System.setProperty("daybook.perf.takers", "IOC_ONLY");
            final int pairs = PerfProperties.number("pairs", 5);
            for (int pair = 1; pair <= pairs; pair++) {
                for (int i = 0; i < runners.size(); i++) {
                    print("---- pair " + pair + " of " + pairs + ": " + names.get(i));
                    rates.get(i).add(runners.get(i).run());
                }
            }
            report();
        }

        private void report() throws IOException {
            for (int i = 0; i < names.size(); i++) {
                final Series ratios = new Series();
                final Series own = new Series();
                final StringBuilder line = new StringBuilder();
                for (int pair = 0; pair < rates.get(i).size(); pair++) {
                    final double ratio = rates.get(0).get(pair) / rates.get(i).get(pair);
                    ratios.add(ratio);
                    own.add(rates.get(i).get(pair));
                    line.append(String.format(Locale.ROOT, " %.2f", ratio));
                }
                print(String.format(
                        Locale.ROOT,
                        "COMPARISON %-20s median %.2f M/s; ours relative to it, pair by pair:%s; median %.2f",
                        names.get(i),
                        own.median(),
                        line,
                        ratios.median()));
            }
            final Path folder = Files.createDirectories(PerfProperties.output().resolve("comparison-" + name));
            Plot.ratios(
                    folder.resolve("comparison-" + name + ".png"),
                    "Daybook and exchange-core 0.5.3: " + name.replace('-', ' '),
                    names,
                    rates);
            Files.writeString(folder.resolve("comparison-" + name + ".txt"), log);
        }

        private void print(final String line) {
            log.append(line).append('\n');
            System.out.println(line);
        }

        /** Runs a contender once; returns its median rate. */
        @FunctionalInterface
        private interface Runner {
            double run();
        }
    }
}
