package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ActCause;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelReason;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PriceSource;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.StpMode;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.host.Proves;
import io.daybook.it.WalkDoor.Feature;
import io.daybook.it.WalkPromises.Row;
import io.daybook.scenario.ScenarioWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The walk: tests each promise of docs/semantics.md through each door that offers it, in venues that are started as
 * users start them, and with -Plong also in a cluster of three nodes. A cell of the table is a test, or the reason why
 * the door does not offer the feature; the walk writes the table to {@code target/walk.md}. It fails for a constant of
 * the API that has neither a row nor reasons at all doors.
 */
@Proves(
        value = "each promise of semantics.md holds through each door that offers it; table in target/walk.md",
        normal = "295 cells")
@Tag("whole")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WalkTest {
    private static final long MONEY = 1L << 50;
    private static final long SEED = 7;
    private static final int CLUSTER = 6;

    @TempDir
    private static Path folder;

    private final List<WalkDoor> doors = new ArrayList<>();
    private final List<AutoCloseable> venues = new ArrayList<>();
    private final Map<String, Map<String, String>> table = new LinkedHashMap<>();

    @BeforeAll
    void open() throws Exception {
        final UnpackedDistribution daybook = new UnpackedDistribution(folder.resolve("daybook"));
        if (Boolean.getBoolean("daybook.long")) {
            openCluster(daybook);
        }
        final WalkDoor embedded = new WalkEmbedded(0, folder.resolve("embedded"));
        final WalkDoor exec = new WalkExec(
                1,
                daybook.builder("exec").redirectError(folder.resolve("exec.log").toFile()));
        for (final WalkDoor door : List.of(embedded, exec)) {
            for (final Command command : beginning(door)) {
                assertTrue("SUCCESS".equals(door.send(command)), command::toString);
            }
            doors.add(door);
        }
        openServe(daybook);
        doors.forEach(WalkReasons::say);
    }

    private void openServe(final UnpackedDistribution daybook) throws Exception {
        final Path home = Files.createDirectories(folder.resolve("serve"));
        final WalkServe venue = new WalkServe(home);
        venues.add(venue);
        final StringBuilder listings = new StringBuilder();
        final StringBuilder slippages = new StringBuilder();
        final ByteArrayOutputStream lines = new ByteArrayOutputStream();
        final ScenarioWriter writer = new ScenarioWriter(lines);
        final StringBuilder[] accounts = new StringBuilder[6];
        for (int number = 2; number <= 5; number++) {
            final WalkDoor door = new WalkPlan(number);
            for (final SymbolSpec spec : specs(door)) {
                listings.append(listing(spec));
                slippages.append('"').append(WalkDoor.listing(spec.symbol())).append("\" = \"0.02\"\n");
            }
            for (final Command command : people(door)) {
                writer.command(command, 0, System.currentTimeMillis() * 1_000_000);
            }
            accounts[number] = new StringBuilder(WalkHttp.accounts(door));
        }
        writer.flush();
        venue.configure(
                listings.toString(),
                slippages.toString(),
                WalkServe.session(WalkServe.TCP_SESSION, "tcp", accounts[4].toString()),
                WalkServe.session(WalkServe.FIX_SESSION, "fix", accounts[5].toString()),
                WalkServe.session(WalkServe.OPERATOR_SESSION, "tcp", accounts[2].toString()));
        final Path begin = Files.write(home.resolve("begin.jsonl"), lines.toByteArray());
        final Process exec = daybook.builder("exec", "--journal", venue.data().toString(), begin.toString())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("exec.log").toFile())
                .start();
        assertTrue(exec.waitFor() == 0, Files.readString(home.resolve("exec.log")));
        venue.start(daybook);
        doors.add(new WalkHttp(2, venue));
        doors.add(new WalkSpot(3, venue));
        doors.add(new WalkTcp(4, "TCP", venue.tcp(WalkServe.TCP_SESSION), venue::operate));
        doors.add(new WalkFix(5, venue, WalkServe.FIX_SESSION));
    }

    /** Opens three nodes, at which members trade over TCP and operators use {@code daybook cluster client}. */
    private void openCluster(final UnpackedDistribution daybook) throws Exception {
        final Path home = Files.createDirectories(folder.resolve("cluster"));
        final ClusterVenue venue = new ClusterVenue(home, SEED, false);
        venues.add(venue);
        venue.launchBy(daybook);
        final WalkDoor plan = new WalkPlan(CLUSTER);
        venue.members(WalkServe.session(WalkServe.TCP_SESSION, "tcp", WalkHttp.accounts(plan)));
        venue.begin();
        final StringBuilder lines = new StringBuilder();
        for (final SymbolSpec spec : specs(plan)) {
            lines.append(spec.isFutures() ? "future " : "pair ")
                    .append(spec.symbol())
                    .append(" BTC EUR lot 1 tick 1")
                    .append(spec.isFutures() ? " margins 1 1 prices 1 1000\n" : "\n");
        }
        for (char user = 'A'; user <= 'H'; user++) {
            lines.append("user " + plan.uid(user) + " BTC " + MONEY + " EUR " + MONEY + "\n");
        }
        lines.append("set-user " + plan.uid('D') + " stp cancel_maker\n");
        lines.append("set-user " + plan.uid('E') + " stp cancel_both group 7\n");
        lines.append("set-user " + plan.uid('F') + " stp cancel_both group 7\n");
        lines.append("set-user " + plan.uid('G') + " orders 2\n");
        final DaybookProcess.Ended begun = venue.operate(lines.toString());
        assertTrue(begun.status() == 0, () -> begun.toString());
        venue.follow();
        doors.add(new WalkTcp(
                CLUSTER, "cluster", venue.client(WalkServe.TCP_SESSION), command -> operate(venue, command)));
    }

    private static String operate(final ClusterVenue venue, final Command command) throws Exception {
        final String line;
        if (command instanceof SuspendUser s) {
            line = "suspend " + s.uid();
        } else if (command instanceof ResumeUser r) {
            line = "resume " + r.uid();
        } else if (command instanceof AddUser a) {
            line = "user " + a.uid();
        } else if (command instanceof AdjustBalance a) {
            line = "deposit " + a.uid() + " EUR " + a.amount();
        } else if (command instanceof AddSymbol s) {
            line = "pair " + s.spec().symbol() + " BTC EUR lot 1 tick 1";
        } else if (command instanceof PersistSnapshot) {
            venue.snapshot();
            return "SUCCESS";
        } else {
            throw new UnsupportedOperationException(command.toString());
        }
        final DaybookProcess.Ended ended = venue.operate(line + "\n");
        return ended.status() == 0 && ended.err().isEmpty() ? "SUCCESS" : ended.toString();
    }

    /** The symbols of all rows, except the one that its row adds. */
    private static List<SymbolSpec> specs(final WalkDoor door) {
        final List<SymbolSpec> specs = new ArrayList<>();
        for (int row = 0; row < WalkPromises.ALL.size(); row++) {
            final List<Enum<?>> about = WalkPromises.ALL.get(row).about();
            final int symbol = door.symbol(row);
            if (about.contains(Feature.FUTURES)) {
                specs.add(SymbolSpec.futuresContract(symbol, WalkExec.BASE, WalkExec.QUOTE)
                        .margins(1, 1)
                        .prices(1, 1_000)
                        .build());
            } else if (!about.contains(CommandType.ADD_SYMBOL)) {
                specs.add(SymbolSpec.exchangePair(symbol, WalkExec.BASE, WalkExec.QUOTE)
                        .build());
            }
        }
        return specs;
    }

    private static String listing(final SymbolSpec spec) {
        return """
                [listing."%s"]
                symbol = %d
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.001"
                %s
                """.formatted(
                        WalkDoor.listing(spec.symbol()),
                        spec.symbol(),
                        spec.isFutures()
                                ? "type = \"futures\"\ntickValue = \"0.00001\"\nmarginBuy = \"0.00001\"\n"
                                        + "marginSell = \"0.00001\"\nmaxPrice = \"10\""
                                : "");
    }

    private static List<Command> people(final WalkDoor door) {
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (char user = 'A'; user <= 'H'; user++) {
            accounts.put(door.uid(user), Map.of(WalkExec.BASE, MONEY, WalkExec.QUOTE, MONEY));
        }
        final long cancelMaker = StpMode.CANCEL_MAKER.code();
        final Map<UserSetting, Long> group =
                Map.of(UserSetting.STP_MODE, (long) StpMode.CANCEL_BOTH.code(), UserSetting.STP_GROUP, 7L);
        return List.of(
                AddAccounts.of(accounts),
                new SetUser(door.uid('D'), Map.of(UserSetting.STP_MODE, cancelMaker)),
                new SetUser(door.uid('E'), group),
                new SetUser(door.uid('F'), group),
                new SetUser(door.uid('G'), Map.of(UserSetting.MAX_OPEN_ORDERS, 2L)));
    }

    private static List<Command> beginning(final WalkDoor door) {
        final List<SymbolSpec> specs = specs(door);
        final List<Command> commands = new ArrayList<>(people(door));
        commands.add(new AddSymbol(specs.get(0)));
        commands.add(new AddSymbols(specs.subList(1, specs.size())));
        return commands;
    }

    @AfterAll
    void close() throws Exception {
        write();
        for (final WalkDoor door : doors) {
            door.close();
        }
        for (final AutoCloseable venue : venues) {
            venue.close();
        }
    }

    @TestFactory
    @Order(1)
    Stream<DynamicContainer> shouldKeepItsPromises() {
        return doors.stream()
                .map(door -> DynamicContainer.dynamicContainer(
                        door.name(),
                        IntStream.range(0, WalkPromises.ALL.size())
                                .mapToObj(row -> cell(door, row))
                                .flatMap(Stream::ofNullable)));
    }

    private @Nullable DynamicTest cell(final WalkDoor door, final int number) {
        final Row row = WalkPromises.ALL.get(number);
        final Map<String, String> cells = table.computeIfAbsent(row.promise(), promise -> new TreeMap<>());
        for (final Enum<?> constant : row.about()) {
            final String reason = door.whyNot(constant);
            if (reason != null) {
                cells.put(door.name(), constant + ": " + reason);
                return null;
            }
        }
        return DynamicTest.dynamicTest(door.name() + ": " + row.promise(), () -> {
            final WalkScene scene = new WalkScene(door, number);
            try {
                row.script().run(scene);
            } catch (Exception | AssertionError e) {
                cells.put(door.name(), "FAILED: " + e);
                throw e;
            }
            cells.put(door.name(), scene.words.isEmpty() ? "seen" : "seen: " + String.join("; ", scene.words));
        });
    }

    /** Requires that each constant of the API has a row, or reasons at all doors. */
    @Test
    void shouldHaveARowOrAReasonForEachConstant() {
        final Set<Enum<?>> about = new HashSet<>();
        WalkPromises.ALL.forEach(row -> about.addAll(row.about()));
        final Set<String> missing = new TreeSet<>();
        Stream.of(
                        CommandType.values(),
                        OrderType.values(),
                        Term.values(),
                        CancelReason.values(),
                        ActCause.values(),
                        StpMode.values(),
                        TriggerWhen.values(),
                        PriceSource.values(),
                        UserSetting.values(),
                        Feature.values())
                .flatMap(Arrays::stream)
                .filter(constant -> !about.contains(constant))
                .filter(constant -> doors.stream().anyMatch(door -> door.whyNot(constant) == null))
                .forEach(constant -> missing.add(constant.getDeclaringClass().getSimpleName() + "." + constant));
        assertTrue(missing.isEmpty(), () -> "neither a row in WalkPromises nor reasons in WalkReasons: " + missing);
    }

    /** Requires that each word that a door lists is used in a cell, or by the test that {@code WalkReasons} names. */
    @Test
    @Order(2)
    void shouldHaveSaidEachWordOfEachDoor() throws Exception {
        for (final WalkDoor door : doors) {
            final Set<String> unsaid = door.unsaid();
            unsaid.removeAll(WalkReasons.SAID_ELSEWHERE.keySet());
            assertTrue(unsaid.isEmpty(), () -> door.name() + " takes words that no cell has used: " + unsaid);
        }
    }

    @Test
    @Order(3)
    void shouldShowTheSameTermsAfterARestart() throws Exception {
        int count = 0;
        final WalkServe venue = (WalkServe) venues.get(venues.size() - 1);
        venue.restart();
        for (final WalkDoor door : doors) {
            for (final WalkDoor.Shown shown :
                    door.isServed() ? List.copyOf(door.keptShown()) : List.<WalkDoor.Shown>of()) {
                door.awaitShown(shown);
                count++;
            }
        }
        assertTrue(count >= 8, "too few orders were shown with their terms");
    }

    @Test
    void shouldNameTestsThatThereAre() throws IOException {
        final Set<String> named = new TreeSet<>(WalkReasons.SAID_ELSEWHERE.values());
        for (final WalkDoor door : doors) {
            final Matcher test = Pattern.compile("\\w+Test\\b").matcher(String.join(" ", door.reasons()));
            while (test.find()) {
                named.add(test.group());
            }
        }
        Documents.testSources().forEach(source -> named.remove(Documents.nameOf(source)));
        assertTrue(named.isEmpty(), () -> "tests in the table that do not exist: " + named);
    }

    private void write() throws IOException {
        final StringBuilder text = new StringBuilder("| promise |");
        doors.forEach(door -> text.append(' ').append(door.name()).append(" |"));
        text.append("\n|---|").append("---|".repeat(doors.size())).append('\n');
        table.forEach((promise, cells) -> {
            text.append("| ").append(promise).append(" |");
            doors.forEach(door -> text.append(' ')
                    .append(cells.getOrDefault(door.name(), "not run"))
                    .append(" |"));
            text.append('\n');
        });
        System.out.print(text);
        Files.writeString(Path.of("target/walk.md"), text);
    }
}
