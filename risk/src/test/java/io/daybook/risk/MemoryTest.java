package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the memory that users take, and that the steady state allocates nothing. Counts allocated bytes, so the result
 * does not depend on garbage collections.
 */
@Proves("users cost the documented memory, and the steady state allocates nothing")
@Tag("whole")
class MemoryTest {
    private static final int USERS = 1_000_000;
    private static final int WARM_UP = 200_000;
    private static final int COMMANDS = 1_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CommandSlot slot = new CommandSlot();
    private final EventRing ring = new EventRing(1024);

    @Test
    void shouldKeepAMillionUsersWithThreeAccountsWithin256BytesEach() {
        final RiskEngine risk = new RiskEngine(new RiskConfig(true, false));
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 1; i <= USERS; i++) {
            addUser(risk, i * 7L);
            for (int currency = 1; currency <= 3; currency++) {
                adjust(risk, i * 7L, currency, currency);
            }
        }
        final long perUser = (threads.getCurrentThreadAllocatedBytes() - before) / USERS;
        System.out.println(
                "MemoryTest: " + perUser + " bytes allocated per user with 3 accounts, garbage of growing included");
        assertTrue(perUser <= 256, "perUser=" + perUser);
        assertEquals(USERS, risk.userCount());
        assertEquals(3, risk.accounts(risk.userIndex(7L * USERS)).size());
    }

    @Test
    void shouldAllocateNothingForOrdersThatComeTradeAndGo() {
        final RiskEngine risk = new RiskEngine(new RiskConfig(true, false));
        slot.payload(SymbolSpec.exchangePair(1, 1, 2).feesPerLot(1, 1).build());
        hold(risk, CommandType.ADD_SYMBOL);
        slot.payload(SymbolSpec.futuresContract(2, 9, 2)
                .feesPerLot(1, 1)
                .prices(1, 1_000)
                .build());
        hold(risk, CommandType.ADD_SYMBOL);
        for (int uid = 1; uid <= 100; uid++) {
            addUser(risk, uid);
            adjust(risk, uid, 1, 1L << 40);
            adjust(risk, uid, 2, 1L << 40);
        }
        run(risk, WARM_UP);
        final long before = threads.getCurrentThreadAllocatedBytes();
        run(risk, COMMANDS);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated <= COMMANDS / 100, "allocated=" + allocated + " bytes in " + COMMANDS + " orders");
        risk.totals().requireBalanced();
    }

    /**
     * Runs a cycle of three commands on pairs and futures in turn: a bid rests, an ask takes half of it, the rest is
     * cancelled.
     */
    private void run(final RiskEngine risk, final int count) {
        for (int i = 0; i < count; i += 3) {
            final int symbol = 1 + (i & 1);
            final long maker = 1 + i % 100;
            final long taker = 1 + (i + 37) % 100;
            place(risk, maker, symbol, Side.BID, 2);
            final int makerIndex = slot.userIndex();
            final long reserve = slot.reservePrice();
            settle(risk, 0, 0, 0, 2);
            place(risk, taker, symbol, Side.ASK, 1);
            settle(risk, makerIndex, reserve, maker, 0);
            slot.clear();
            slot.uid(maker);
            slot.symbol(symbol);
            hold(risk, CommandType.CANCEL_ORDER);
            slot.side(Side.BID.code());
            slot.orderType(OrderType.GTC.code());
            slot.reservePrice(reserve);
            slot.initialRemaining(1);
            slot.remaining(0);
            ring.begin();
            ring.reduce(100, 1, 0);
            ring.end(slot);
            risk.settle(slot);
            ring.release(ring.position());
        }
    }

    private void place(final RiskEngine risk, final long uid, final int symbol, final Side side, final long size) {
        slot.clear();
        slot.uid(uid);
        slot.symbol(symbol);
        slot.orderId(1);
        slot.side(side.code());
        slot.orderType(OrderType.GTC.code());
        slot.price(100);
        slot.size(size);
        hold(risk, CommandType.PLACE_ORDER);
    }

    private void settle(
            final RiskEngine risk, final int makerIndex, final long reserve, final long maker, final long remaining) {
        slot.remaining(remaining);
        ring.begin();
        if (remaining == 0) {
            ring.trade(1, 1, maker, makerIndex, reserve, 100, 1, 1, 0);
        }
        ring.end(slot);
        risk.settle(slot);
        ring.release(ring.position());
    }

    private void addUser(final RiskEngine risk, final long uid) {
        slot.clear();
        slot.uid(uid);
        hold(risk, CommandType.ADD_USER);
    }

    private void adjust(final RiskEngine risk, final long uid, final int currency, final long amount) {
        slot.clear();
        slot.uid(uid);
        slot.currency(currency);
        slot.amount(amount);
        slot.transactionId(currency);
        hold(risk, CommandType.ADJUST_BALANCE);
    }

    private void hold(final RiskEngine risk, final CommandType type) {
        slot.type(type.code());
        slot.clearOutcome();
        risk.hold(slot);
        assertEquals(ResultCode.SUCCESS.code(), slot.resultCode());
    }
}
