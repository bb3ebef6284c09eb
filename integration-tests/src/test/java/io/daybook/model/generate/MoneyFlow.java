package io.daybook.model.generate;

import io.daybook.model.Command;
import io.daybook.model.Exact;
import io.daybook.model.Side;
import io.daybook.model.Spec;
import io.daybook.model.User;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Commands for users, accounts and adjustments, with right and wrong transaction ids. */
final class MoneyFlow {
    private static final long MAX = 1L << 53;

    private final Floor floor;
    private final Dice dice;

    MoneyFlow(final Floor floor) {
        this.floor = floor;
        this.dice = floor.dice;
    }

    /** The currencies that the instruments use. */
    List<Integer> currencies() {
        final TreeSet<Integer> currencies = new TreeSet<>();
        for (final Instrument instrument : floor.instruments) {
            currencies.add(instrument.spec().quote());
            if (instrument.spec().isPair()) {
                currencies.add(instrument.spec().base());
            }
        }
        return new ArrayList<>(currencies);
    }

    /** An amount that is enough for some orders, but not for many. */
    long someFunds(final int currency) {
        long typical = 1;
        for (final Instrument instrument : floor.instruments) {
            final Spec spec = instrument.spec();
            if (spec.quote() == currency) {
                typical = Math.max(typical, spec.notional(8, instrument.mid()).longValueExact());
                typical = Math.max(typical, 10 * spec.marginBuy());
            } else if (spec.isPair() && spec.base() == currency) {
                typical = Math.max(typical, spec.baseOf(20).longValueExact());
            }
        }
        final long scale = floor.kind == Kind.DEEP ? 50 : floor.kind.hasTerms() ? 20 : 1;
        final long funds = Math.max(1, typical / 4 * scale) << dice.between(0, 8);
        return Math.max(1, Math.min(MAX, funds) - dice.between(0, 1));
    }

    Draft deposit(final long uid, final int currency, final long amount) {
        return Draft.of("adjust")
                .with("uid", uid)
                .with("currency", currency)
                .with("amount", amount)
                .with("txid", nextTxid(uid));
    }

    private long nextTxid(final long uid) {
        final User user = floor.state().users().get(uid);
        return (user == null ? 0 : user.lastTxid()) + dice.of(1, 1, 1, 2, 10);
    }

    Draft anyAdjust() {
        final long uid = floor.anyUid();
        final int currency = dice.of(currencies());
        final Draft draft = deposit(uid, currency, anyAmount(uid, currency));
        final @Nullable User user = floor.state().users().get(uid);
        if (user != null && dice.chance(0.12)) {
            draft.with("txid", dice.of(user.lastTxid(), user.lastTxid() - 1, 1, 0, -1, Long.MIN_VALUE));
        }
        if (dice.chance(0.01)) {
            draft.with("currency", dice.edgeId());
        }
        return draft;
    }

    private long anyAmount(final long uid, final int currency) {
        final User user = floor.state().users().get(uid);
        final BigInteger available = user == null ? BigInteger.ZERO : user.available(currency);
        final long rest = Exact.saturated(available.min(Exact.big(MAX)).max(BigInteger.ONE));
        switch (dice.weighted(45, 7, 9, 12, 10, 6, 2, 3)) {
            case 0:
                return someFunds(currency);
            case 1:
                return -rest;
            case 2:
                return -rest - 1;
            case 3:
                return -dice.between(1, rest);
            case 4:
                return dice.between(1, 12);
            case 5:
                return toBalanceLimit(user, currency) + dice.between(0, 1);
            case 6:
                return 0;
            default:
                return dice.of(MAX, MAX + 1, -MAX, -MAX - 1, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    /** The amount that one deposit may still add, but at least 1. */
    static long toBalanceLimit(final @Nullable User user, final int currency) {
        final BigInteger balance =
                user == null ? BigInteger.ZERO : user.account(currency).balance();
        final BigInteger left = Exact.MAX_DEPOSITED_BALANCE.subtract(balance);
        return Exact.saturated(left.min(Exact.big(MAX)).max(BigInteger.ONE));
    }

    /** Sends a place that lacks just one unit of money, deposits that unit, and sends the place again. */
    void probeFunds(final Command.Place place) {
        final User user = floor.state().users().get(place.uid());
        final Instrument instrument = floor.instruments.stream()
                .filter(candidate -> candidate.spec().symbol() == place.symbol())
                .findFirst()
                .orElseThrow();
        if (user == null) {
            return;
        }
        final Spec spec = instrument.spec();
        final boolean inBase = spec.isPair() && place.side() == Side.ASK;
        final int currency = inBase ? spec.base() : spec.quote();
        final BigInteger excess =
                user.available(currency).subtract(need(place, spec)).add(BigInteger.ONE);
        if (excess.signum() > 0 && excess.compareTo(Exact.big(MAX)) <= 0) {
            floor.say(deposit(place.uid(), currency, -excess.longValueExact()));
        }
        floor.say(OrderFlow.draft(place));
        floor.say(deposit(place.uid(), currency, 1));
        floor.say(OrderFlow.draft(place));
    }

    /** The money that an order needs, roughly; exact for futures without other positions. */
    private static BigInteger need(final Command.Place place, final Spec spec) {
        if (!spec.isPair()) {
            final long margin = place.side() == Side.BID ? spec.marginBuy() : spec.marginSell();
            return Exact.product(place.size(), spec.takerFee()).add(Exact.product(place.size(), margin));
        }
        if (place.side() == Side.ASK) {
            return spec.baseOf(place.size());
        }
        final long price = place.reservePrice() == 0 ? place.price() : place.reservePrice();
        final long lots = place.type().isBudget() ? 1 : place.size();
        final BigInteger fee = place.type().isBudget() && spec.isPerLot()
                ? Exact.product(place.size(), spec.takerFee())
                : spec.fee(lots, price, spec.takerFee());
        return spec.notional(lots, price).add(fee);
    }

    Draft anyAddUser() {
        final long uid = dice.chance(0.4) ? floor.anyUid() : dice.of(0, -1, dice.between(100, 1L << 40));
        return Draft.of("add_user").with("uid", uid);
    }

    /**
     * Adds up to three new users with money, who then trade too; or, just as often, sends the same command with a
     * fault.
     */
    Draft anyAddAccounts() {
        final Draft users = Draft.nested();
        final List<Long> fresh = new ArrayList<>();
        for (long i = dice.between(0, 3); i > 0; i--) {
            final long uid = dice.between(1L << 30, 1L << 40);
            fresh.add(uid);
            users.withRaw(Long.toString(uid), amounts().line());
        }
        if (dice.chance(0.5)) {
            spoil(users);
        } else {
            floor.uids.addAll(fresh);
        }
        return Draft.of("add_accounts").withRaw("accounts", users.line());
    }

    Draft amounts() {
        final Draft amounts = Draft.nested();
        for (final int currency : currencies()) {
            if (dice.chance(0.6)) {
                amounts.with(Integer.toString(currency), dice.chance(0.1) ? 0 : someFunds(currency));
            }
        }
        return amounts;
    }

    private void spoil(final Draft users) {
        for (long faults = dice.between(1, 3); faults > 0; faults--) {
            final String unknown = Long.toString(dice.between(1L << 41, 1L << 42));
            final String currency = Integer.toString(dice.of(currencies()));
            switch (dice.below(4)) {
                case 0 -> users.withRaw(Long.toString(dice.of(0, -1, Long.MIN_VALUE)), "{}");
                case 1 -> users.withRaw(unknown, "{\"" + dice.of(0, -1) + "\":5}");
                case 2 ->
                    users.withRaw(
                            unknown,
                            "{\"" + currency + "\":" + dice.of(-1, MAX + 1, Long.MAX_VALUE, Long.MIN_VALUE) + "}");
                default ->
                    users.withRaw(Long.toString(dice.of(floor.uids)), amounts().line());
            }
        }
    }
}
