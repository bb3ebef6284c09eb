package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.testvenue.FixCertification;
import io.daybook.testvenue.TestVenue;
import io.daybook.testvenue.TestVenueException;
import io.daybook.testvenue.TestVenueSettings;
import io.daybook.testvenue.TestVenueSettings.OwnProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code daybook testvenue}: runs a venue that a test controls. */
@Command(
        name = "testvenue",
        description = {
            "Runs a venue for tests: all doors of 'serve', on free ports of this machine, two traders with money and"
                    + " keys, and a control door through which a test sets books, moves the time and resets the venue.",
            "The first line of standard output is JSON: the addresses of the doors, keys, and the token of the control"
                    + " door."
        },
        footer = {
            "Examples:",
            "  daybook testvenue --memory                  usual listings; ends on SIGTERM, and deletes its folder",
            "  daybook testvenue --seed 7 --clock manual   the time moves only on command",
            "  daybook testvenue --listings daybook.toml --stdin",
            "                                              own listings; ends when standard input closes",
            "",
            "Exit status: 0; 1 if a step of --certify failed; 2 for faults in the file, or a folder with other content;"
                    + " 3 if the venue did not start."
        })
public final class TestVenueCommand implements Callable<Integer> {
    private static final String MANUAL = "manual";
    private static final long LOOK_MS = 100;

    /** The environment variable with the token of the control door. */
    static final String TOKEN = "DAYBOOK_TEST_TOKEN";

    private final Console console;

    @Option(
            names = "--listings",
            paramLabel = "FILE",
            description = "A daybook.toml with listings; its folder, ports and members are not used.")
    private @Nullable Path listings;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of keys and random choices. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--clock",
            paramLabel = "manual|machine",
            description = "manual: the time of the venue moves only on command. Default: machine.")
    private String clock = "machine";

    @Option(
            names = "--memory",
            description = "Keeps the venue's files in memory, if the system has a folder for that, and deletes them at"
                    + " the end.")
    private boolean memory;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keeps the venue's files in this folder, which must be empty, or created by testvenue."
                    + " Default: a folder that is deleted at the end.")
    private @Nullable Path data;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            description =
                    "The address of HTTP, without TLS; TCP, FIX and the control door have the next three ports. An"
                            + " address that other machines can reach needs a token in DAYBOOK_TEST_TOKEN. Default:"
                            + " free ports of this machine.")
    private String listen = "0";

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "The name of this machine in the first line, and in requests. Default: the address.")
    private @Nullable String host;

    @Option(names = "--for", paramLabel = "DURATION", description = "Ends after this time, such as PT10M.")
    private @Nullable Duration until;

    @Option(names = "--stdin", description = "Ends when standard input closes.")
    private boolean stdin;

    @Option(
            names = "--killable",
            description = "Runs the venue in a process of its own, which the fault 'kill' ends and which is started"
                    + " again.")
    private boolean killable;

    @Option(
            names = "--certify",
            paramLabel = "fix",
            description = "Leads a client that logs on as anna through twenty steps, prints each, and ends.")
    private @Nullable String certify;

    @Option(
            names = "--child",
            hidden = true,
            paramLabel = "FIRST|AGAIN",
            description = "Used for the process of" + " --killable.")
    private @Nullable String child;

    @Spec
    private @Nullable CommandSpec spec;

    public TestVenueCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (!clock.equals(MANUAL) && !clock.equals("machine")) {
            throw usage("--clock must be manual or machine: --clock=" + clock);
        }
        if (certify != null && (!certify.equals("fix") || killable || clock.equals(MANUAL))) {
            throw usage("--certify accepts only fix, and excludes --killable and --clock manual: --certify=" + certify);
        }
        if (memory && data != null) {
            throw usage("--memory and --data exclude each other. Leave one out");
        }
        final TestVenueSettings settings = settings();
        if (killable) {
            return new KillableVenue(console, settings).run(until, stdin);
        }
        try (VenueSignals signals = VenueSignals.install();
                TestVenue venue = TestVenue.start(settings)) {
            final Report out = console.report();
            out.println(venue.firstLine());
            out.send();
            if (certify != null) {
                return certified(venue.certify(), signals);
            }
            untilTheEnd(signals);
            return ExitCodes.OK;
        } catch (final TestVenueException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, listings == null ? "the folder of the test venue" : listings.toString());
        }
    }

    private TestVenueSettings settings() {
        try {
            return new TestVenueSettings(
                    listings,
                    seed,
                    clock.equals(MANUAL),
                    data,
                    memory,
                    System.getenv(TOKEN),
                    OwnProcess.valueOf(child == null ? "NO" : child),
                    TestVenueSettings.Reach.of(listen, host));
        } catch (final IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** Prints each step as it begins and ends; the exit status depends on whether the client has passed all of them. */
    private int certified(final FixCertification certification, final VenueSignals signals) throws CommandFailure {
        boolean isDone = false;
        while (!isDone && signals.await(LOOK_MS) != VenueSignals.Wish.STOP) {
            isDone = certification.isDone();
            final Report out = console.report();
            certification.news().forEach(out::println);
            if (isDone) {
                out.println(certification.passed() + " passed, " + certification.failed() + " failed");
            }
            out.send();
        }
        return isDone && certification.failed() == 0 ? ExitCodes.OK : ExitCodes.BAD_LINES;
    }

    private void untilTheEnd(final VenueSignals signals) {
        if (stdin) {
            endWithInput(console, signals);
        }
        final long beganNs = console.clock().getAsLong();
        final Duration limit = until;
        while (limit == null || console.clock().getAsLong() - beganNs < limit.toNanos()) {
            if (signals.await(LOOK_MS) == VenueSignals.Wish.STOP) {
                return;
            }
        }
    }

    /** Stops when standard input closes. */
    static void endWithInput(final Console console, final VenueSignals signals) {
        final Thread reading = new Thread(
                () -> {
                    try {
                        console.in().transferTo(OutputStream.nullOutputStream());
                    } catch (final IOException e) {
                        // a failed read ends the venue as well
                    }
                    signals.say(VenueSignals.Wish.STOP);
                },
                "daybook-stdin");
        reading.setDaemon(true);
        reading.start();
    }

    private RuntimeException usage(final String message) {
        return spec == null ? new IllegalStateException(message) : new ParameterException(spec.commandLine(), message);
    }
}
