package io.daybook.model.generate;

import io.daybook.model.Budgets;
import io.daybook.model.Command;
import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import java.util.ArrayList;
import java.util.List;

/** Generates scenarios by kind and seed: the same kind, seed and length give the same lines for ever. */
public final class ScenarioGenerator {
    private static final List<Long> UIDS = List.of(1L, 2L, 3L, 4L, 77L, 1_000_000_007L);

    /**
     * A scenario, with the answers that the model gave while it was written.
     *
     * @param scenario the scenario
     * @param results a line for each of its lines that is not skipped, as {@link ModelRunner} gives them
     */
    public record Answered(Scenario scenario, List<String> results) {}

    private final Floor floor;
    private final Dice dice;
    private final OrderFlow orders;
    private final TermsFlow terms;
    private final UpkeepFlow upkeep;
    private final MoneyFlow money;
    private final SymbolFlow symbols;
    private final Noise noise;

    private ScenarioGenerator(
            final Kind kind, final Dice dice, final Settings settings, final ModelRunner.Listener listener) {
        this(dice, new Floor(kind, dice, settings, Instruments.of(kind, dice), listener));
    }

    private ScenarioGenerator(final Dice dice, final Floor floor) {
        this.dice = dice;
        this.floor = floor;
        this.orders = new OrderFlow(floor);
        this.terms = new TermsFlow(floor, orders);
        this.upkeep = new UpkeepFlow(floor, orders);
        this.money = new MoneyFlow(floor);
        this.symbols = new SymbolFlow(floor);
        this.noise = new Noise(floor);
    }

    /**
     * Writes a scenario, under settings that the seed chooses as well.
     *
     * @param length the number of lines, roughly, without the reports at the end
     */
    public static Scenario generate(final Kind kind, final long seed, final int length) {
        return answered(kind, seed, length, Budgets.CONTRACT, ModelRunner.NOBODY)
                .scenario();
    }

    /**
     * Writes a scenario, and returns it with the model's answers.
     *
     * @param budgets the budgets of the model, which may be lower than those of the contract
     * @param listener called with the model after every line that is a command
     */
    public static Answered answered(
            final Kind kind,
            final long seed,
            final int length,
            final Budgets budgets,
            final ModelRunner.Listener listener) {
        final Settings settings = settings(kind, seed, budgets);
        final ScenarioGenerator generator =
                new ScenarioGenerator(kind, new Dice(seed * 31 + kind.ordinal()), settings, listener);
        generator.write(length);
        return generator.answered("generated, kind=" + kind + ", seed=" + seed + ", length=" + length, settings);
    }

    private Answered answered(final String name, final Settings settings) {
        return new Answered(new Scenario(name, settings, floor.lines()), List.copyOf(floor.results()));
    }

    /**
     * Writes a scenario in which, again and again, commands follow while acts of earlier commands are left.
     *
     * @param piles the number of times that acts pile up
     * @param orders the number of orders that are triggered each time
     * @param steps the number of commands that follow each time
     * @param listener called with the model after every line that is a command
     */
    static Answered backlog(
            final long seed, final int piles, final int orders, final int steps, final ModelRunner.Listener listener) {
        final Dice dice = new Dice(seed * 31 - 1);
        final Settings settings = new Settings(true, false);
        final ScenarioGenerator generator =
                new ScenarioGenerator(dice, new Floor(Kind.ORDERS, dice, settings, Instruments.one(dice), listener));
        generator.open();
        final Backlog backlog = new Backlog(generator.floor, generator.money);
        for (int pile = 0; pile < piles; pile++) {
            backlog.pileUp(orders);
            for (int step = 0; step < steps; step++) {
                generator.floor.say(generator.anyDuringBacklog());
            }
        }
        generator.close();
        return generator.answered("limits of orders, backlog, seed=" + seed, settings);
    }

    private static Settings settings(final Kind kind, final long seed, final Budgets budgets) {
        final Dice dice = new Dice(~seed);
        final boolean marginTrading = !kind.hasFutures() || !dice.chance(kind.hasPairs() ? 0.1 : 0.04);
        return new Settings(marginTrading, dice.chance(0.6), budgets);
    }

    private void write(final int length) {
        open();
        while (floor.lines().size() < length && !floor.isHalted()) {
            step();
        }
        close();
    }

    private void open() {
        symbols.addAll();
        floor.uids.clear();
        final int users = floor.kind == Kind.DEEP ? UIDS.size() : 3 + dice.below(UIDS.size() - 2);
        for (final long uid : UIDS.subList(0, users)) {
            floor.uids.add(uid);
            if (dice.chance(0.5)) {
                floor.say(Draft.of("add_user").with("uid", uid));
            } else {
                floor.say(Draft.of("add_accounts")
                        .withRaw(
                                "accounts",
                                "{\"" + uid + "\":" + money.amounts().line() + "}"));
            }
        }
        for (final long uid : floor.uids) {
            for (final int currency : money.currencies()) {
                if (dice.chance(0.9)) {
                    floor.say(money.deposit(uid, currency, money.someFunds(currency)));
                }
            }
        }
        if (floor.kind == Kind.HOSTILE && dice.chance(0.25)) {
            noise.whale(money);
        }
    }

    private void step() {
        final boolean hostile = floor.kind == Kind.HOSTILE;
        if (dice.chance(hostile ? 0.04 : 0.003)) {
            floor.say(dice.chance(0.1) ? noise.skipped() : noise.badLine(anyDraft()));
            return;
        }
        if (hostile && dice.chance(0.004)) {
            noise.wrapProbe(money);
            return;
        }
        if (!floor.kind.hasTerms() && dice.chance(0.03)) {
            money.probeFunds(orders.anyPlace());
            return;
        }
        Draft draft = anyDraft();
        if (dice.chance(hostile ? 0.1 : 0.01)) {
            draft = noise.atEdge(draft);
        }
        if (floor.kind.hasTerms() && dice.chance(0.002)) {
            floor.say(draft.with("timestamp", dice.of(1L << 61, Long.MAX_VALUE)).line()); // far ahead of the clock
            return;
        }
        floor.say(draft);
        if (floor.state().markets().isEmpty()) {
            open();
        }
    }

    private Draft anyDraft() {
        return floor.kind.hasTerms() && dice.chance(0.85) ? anyOfOrders() : anyPlain();
    }

    private Draft anyOfOrders() {
        return switch (dice.weighted(640, 60, 25, 45, 110, 10, 60, 20)) {
            case 0 -> terms.anyPlace();
            case 1 -> orders.anyMove();
            case 2 -> orders.anyReduce();
            case 3 -> orders.anyCancel();
            case 4 -> upkeep.anyReplace();
            case 5 -> upkeep.anyMassCancel();
            case 6 -> upkeep.anyTick();
            default -> upkeep.anySetUser();
        };
    }

    /** Mostly a command that does not continue a backlog, and seldom one that cancels all of it. */
    private Draft anyDuringBacklog() {
        return switch (dice.weighted(12, 10, 25, 25, 25, 1, 4, 4, 4)) {
            case 0 -> terms.anyPlace();
            case 1 -> orders.anyMove();
            case 2 -> orders.anyReduce();
            case 3 -> orders.anyCancel();
            case 4 -> upkeep.anyReplace();
            case 5 -> upkeep.anyMassCancel();
            case 6 -> upkeep.anyTick();
            case 7 -> upkeep.anySetUser();
            default -> anyQuery();
        };
    }

    private Draft anyPlain() {
        switch (dice.weighted(570, 110, 55, 75, 90, 24, 8, 8, 8, 42, 10)) {
            case 0:
                final Command.Place place = orders.anyPlace();
                return OrderFlow.draft(place);
            case 1:
                return orders.anyMove();
            case 2:
                return orders.anyReduce();
            case 3:
                return orders.anyCancel();
            case 4:
                return money.anyAdjust();
            case 5:
                return anyStatus();
            case 6:
                return money.anyAddUser();
            case 7:
                return money.anyAddAccounts();
            case 8:
                return symbols.any();
            case 9:
                return anyQuery();
            default:
                return Draft.of(dice.chance(0.1) ? "reset" : dice.chance(0.5) ? "nop" : "snapshot");
        }
    }

    /** Suspends a user; more often, resumes a suspended one. */
    private Draft anyStatus() {
        final List<Long> suspended = new ArrayList<>();
        for (final long uid : floor.uids) {
            if (floor.state().users().containsKey(uid)
                    && floor.state().users().get(uid).isSuspended()) {
                suspended.add(uid);
            }
        }
        if (suspended.size() > 1 || !suspended.isEmpty() && dice.chance(0.9)) {
            return Draft.of("resume_user").with("uid", dice.of(suspended));
        }
        return Draft.of(dice.chance(0.8) ? "suspend_user" : "resume_user").with("uid", floor.anyUid());
    }

    private Draft anyQuery() {
        switch (dice.below(5)) {
            case 0:
            case 1:
                final Draft report = Draft.of("user_report").with("uid", floor.anyUid());
                return dice.chance(0.6)
                        ? report
                        : report.with("maxOrders", dice.of(0, 1, 2, 5, 1_024, 2_000, -1))
                                .with(
                                        "afterSymbol",
                                        floor.anyInstrument().spec().symbol())
                                .with("afterOrderId", dice.of(0, 1, 3, 10, 100));
            case 2:
                return Draft.of("totals_report");
            case 3:
                return Draft.of("state_hash");
            default:
                final long symbol =
                        dice.chance(0.97) ? floor.anyInstrument().spec().symbol() : dice.edgeId();
                final Draft book = Draft.of("book").with("symbol", symbol);
                return dice.chance(0.3) ? book : book.with("depth", dice.of(0, 1, 1, 2, 5, 10, 1000, -1));
        }
    }

    /** Writes reports of everything, so that no fault stays hidden. */
    private void close() {
        final List<Long> uids = new ArrayList<>(floor.state().users().keySet());
        for (final long uid : uids.subList(0, Math.min(30, uids.size()))) {
            floor.say(Draft.of("user_report").with("uid", uid));
        }
        final List<Integer> known = new ArrayList<>(floor.state().markets().keySet());
        for (final int symbol : known) {
            floor.say(Draft.of("book").with("symbol", symbol));
        }
        floor.say(Draft.of("totals_report"));
        floor.say(Draft.of("state_hash"));
    }
}
