package io.daybook.cluster.client;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AdjustBalance;
import io.daybook.api.Limits;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.NopWriter;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.Principal;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sends the commands of doors to a real state, through a transport that a test can stop. */
@Proves("a TCP door on a node asks, waits and repeats as the rules say")
class DoorFlowTest {
    private static final int SESSION = 300;
    private static final int OTHER = 301;
    private static final int BITS = 44;
    private static final long SECOND = 1_000_000_000L;
    private static final long SEED = Long.getLong("daybook.seed", 20_261_126L);
    private static final int COMMANDS = 20_000;

    private final List<String> heard = new ArrayList<>();
    private final ClusterState state =
            ClusterState.followed(BookTypes.all(io.daybook.api.OrderBookType.LADDER), HashSecret.of(1), this::onResult);
    private final List<Reply> replies = new ArrayList<>();
    private long drawn;
    private final DoorFlow flow = new DoorFlow(() -> ++drawn);
    private final DoorCommands door = new DoorCommands(flow);
    private Principal principal = Principal.ALL;
    private boolean isOpen = true;
    private int messages;

    DoorFlowTest() {
        final byte[] settings =
                ClusterSettings.of(new byte[16], new byte[16], true).toBytes();
        final byte[] message = new byte[Request.HEAD_LENGTH + settings.length];
        Request.putHead(message, RequestKind.SETTINGS, 0, 0, 0, 0);
        System.arraycopy(settings, 0, message, Request.HEAD_LENGTH, settings.length);
        carryOut(message, message.length);
        messages = 0;
        replies.clear();
        flow.begin(0);
    }

    private void onResult(final byte[] bytes, final int offset, final int length) {
        final ResultDecoder result = new ResultDecoder();
        result.wrap(bytes, offset, length);
        heard.add((result.cookie() >>> BITS) + ":" + (result.cookie() & (1L << BITS) - 1));
    }

    private boolean send(final byte[] bytes, final int length) {
        if (isOpen) {
            carryOut(bytes, length);
        }
        return isOpen;
    }

    private void carryOut(final byte[] bytes, final int length) {
        messages++;
        state.onRequest(principal, bytes, 0, length, 1, true, (reply, at, size) -> {
            final Reply copy = new Reply();
            copy.wrap(java.util.Arrays.copyOfRange(reply, at, at + size), 0, size);
            replies.add(copy);
        });
    }

    private void exchange() {
        flow.poll(0, this::send);
        final List<Reply> now = List.copyOf(replies);
        replies.clear();
        now.forEach(reply -> flow.onReply(reply, 0));
    }

    private long opened(final int session) {
        assertEquals(DoorFlow.UNDER_WAY, flow.open(session, 0));
        exchange();
        return flow.open(session, 0);
    }

    @Test
    void shouldSayBehindWhichCommandASessionWasOpened() {
        assertEquals(1, opened(OTHER));
        nop(OTHER, 1);
        exchange();
        assertEquals(0, flow.openedBehind(SESSION));
        assertEquals(DoorFlow.UNDER_WAY, flow.open(SESSION, 0));
        exchange();
        assertEquals(1, flow.openedBehind(SESSION), "the last command of any session");
        assertEquals(1, flow.open(SESSION, 0));
        assertEquals(0, flow.openedBehind(SESSION), "open has returned the epoch");
    }

    private boolean nop(final int session, final long request) {
        final NopWriter nop = door.tryNop();
        if (nop != null) {
            nop.cookie((long) session << BITS | request).publish();
        }
        return nop != null;
    }

    private void place(final int session, final long request) {
        final long cookie = (long) session << BITS | request;
        requireNonNull(door.tryPlace())
                .uid(1)
                .symbol(1)
                .orderId(cookie)
                .side(Side.BID)
                .type(OrderType.GTC)
                .price(1)
                .size(1)
                .cookie(cookie)
                .publish();
    }

    @Test
    void shouldGiveEachLogonAnEpochOfItsOwn() {
        assertEquals(1, opened(SESSION));
        assertEquals(2, opened(SESSION));
        assertTrue(flow.isOpen(SESSION, 0));
        assertFalse(flow.isOpen(OTHER, 0));
        exchange();
        assertTrue(flow.isOpen(OTHER, 0));
        assertEquals(1, flow.open(OTHER, 0), "a LOGON can use the epoch of a session that isOpen has opened");
    }

    @Test
    void shouldSendWhatComesTogetherInOneMessageForEachSession() {
        opened(SESSION);
        opened(OTHER);
        messages = 0;
        nop(SESSION, 0);
        nop(SESSION, 0);
        place(SESSION, 1);
        place(SESSION, 2);
        nop(OTHER, 1);
        nop(SESSION, 3);
        exchange();
        assertEquals(List.of("300:0", "300:0", "300:1", "300:2", "301:1", "300:3"), heard);
        assertEquals(4, messages);
        assertFalse(flow.isBroken());
    }

    @Test
    void shouldKeepTheOrderWhileNothingIsTaken() {
        opened(SESSION);
        opened(OTHER);
        isOpen = false;
        long request = 0;
        while (nop(SESSION, ++request)) {
            exchange();
        }
        final long taken = request - 1;
        assertTrue(taken >= 64, () -> "taken: " + taken);
        assertNull(door.tryPlace());
        assertEquals(DoorFlow.UNDER_WAY, flow.open(OTHER, 0));
        assertEquals(List.of(), heard);
        isOpen = true;
        exchange();
        assertEquals(taken, heard.size());
        assertEquals("300:" + taken, heard.get(heard.size() - 1));
        assertFalse(flow.isBroken());
    }

    @Test
    void shouldBeShutOutByADoorThatOpensTheSessionLater() {
        opened(SESSION);
        final DoorFlow next = new DoorFlow(() -> 1_000);
        next.begin(0);
        next.open(SESSION, 0);
        next.poll(0, this::send);
        replies.clear();
        nop(SESSION, 1);
        exchange();
        assertEquals(List.of(), heard);
        assertTrue(flow.isBroken());
        assertFalse(nop(SESSION, 2));
        flow.begin(0);
        assertFalse(flow.isBroken());
        assertEquals(3, opened(SESSION));
    }

    @Test
    void shouldBeBrokenWhereACommandWasLost() {
        opened(SESSION);
        nop(SESSION, 1);
        flow.poll(0, (bytes, length) -> true); // the transport takes the message, and loses it
        nop(SESSION, 2);
        exchange();
        assertEquals(List.of(), heard);
        assertTrue(flow.isBroken());
    }

    @Test
    void shouldBeBrokenWhereAnOpenIsNotAnswered() {
        assertEquals(DoorFlow.UNDER_WAY, flow.open(SESSION, 0));
        flow.poll(0, (bytes, length) -> true);
        flow.poll(4 * SECOND, this::send);
        assertFalse(flow.isBroken());
        flow.poll(6 * SECOND, this::send);
        assertTrue(flow.isBroken());
    }

    @Test
    void shouldSayOnceThatASessionIsOneOfClients() {
        final byte[] open = new byte[Request.HEAD_LENGTH];
        Request.putHead(open, RequestKind.OPEN, 0, SESSION, 0, 77);
        carryOut(open, open.length);
        replies.clear();
        assertEquals(DoorFlow.REFUSED, opened(SESSION));
        assertFalse(flow.isBroken());
        assertEquals(DoorFlow.REFUSED, opened(SESSION));
    }

    @Test
    void shouldTakeNothingOfASessionThatIsNotOpen() {
        assertThrows(IllegalStateException.class, () -> nop(SESSION, 1));
        assertThrows(UnsupportedOperationException.class, door::place);
        assertThrows(UnsupportedOperationException.class, door::tryAdjust);
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, new AdjustBalance(1, 2, 3, 4), null);
        slot.cookie((long) OTHER << BITS | 1);
        assertThrows(IllegalStateException.class, () -> flow.submit(slot));
    }

    /**
     * A refusal breaks the flow for all sessions, because commands of others may be lost with the refused one: so no
     * content of a member's command may cause a refusal.
     */
    @Test
    void shouldHaveNothingRefusedWhateverMembersSend() {
        principal = Principal.of(Principal.BACKUP | Principal.DOOR | Principal.TRADE); // the rights of nodes
        opened(SESSION);
        opened(OTHER);
        final SplittableRandom random = new SplittableRandom(SEED);
        final long[] requests = new long[2];
        for (int i = 1; i <= COMMANDS; i++) {
            final int which = random.nextInt(2);
            final long request = ++requests[which];
            send(random, OrderNumbers.cookie(SESSION + which, request));
            if (random.nextInt(3) == 0) {
                exchange();
                assertFalse(flow.isBroken(), () -> "seed=" + SEED + " request=" + request);
            }
        }
        exchange();
        assertFalse(flow.isBroken(), () -> "seed=" + SEED);
        assertEquals(COMMANDS, heard.size());
    }

    /** Sends a request as doors do, with any numbers in its fields. */
    private void send(final SplittableRandom random, final long cookie) {
        switch (random.nextInt(7)) {
            case 0 -> place(random, cookie);
            case 1 ->
                requireNonNull(door.tryMove())
                        .uid(any(random))
                        .symbol((int) any(random))
                        .orderId(any(random))
                        .price(any(random))
                        .cookie(cookie)
                        .publish();
            case 2 ->
                requireNonNull(door.tryReduce())
                        .uid(any(random))
                        .symbol((int) any(random))
                        .orderId(any(random))
                        .size(any(random))
                        .cookie(cookie)
                        .publish();
            case 3 ->
                requireNonNull(door.tryCancel())
                        .uid(any(random))
                        .symbol((int) any(random))
                        .orderId(any(random))
                        .cookie(cookie)
                        .tag(new byte[] {1, 2}, 0, 2)
                        .publish();
            case 4 ->
                requireNonNull(door.tryReplace())
                        .uid(any(random))
                        .symbol((int) any(random))
                        .orderId(any(random))
                        .newOrderId(0)
                        .price(any(random))
                        .size(any(random))
                        .reservePrice(any(random))
                        .trigger(any(random))
                        .stopPrice(any(random))
                        .cookie(cookie)
                        .publish();
            case 5 -> {
                final MassCancelWriter cancels = requireNonNull(door.tryMassCancel());
                cancels.uid(any(random)).symbol((int) any(random));
                if (random.nextBoolean()) {
                    cancels.side(Side.ASK).flagged().suspend();
                }
                cancels.cookie(cookie).publish();
            }
            default -> {
                final byte[] tag = new byte[1 + random.nextInt(Limits.MAX_TAG_BYTES)];
                random.nextBytes(tag);
                requireNonNull(door.tryNop())
                        .cookie(cookie)
                        .tag(tag, 0, tag.length)
                        .publish();
            }
        }
    }

    private void place(final SplittableRandom random, final long cookie) {
        final PlaceOrderWriter order = requireNonNull(door.tryPlace());
        order.uid(any(random))
                .symbol((int) any(random))
                .orderId(cookie)
                .side(random.nextBoolean() ? Side.BID : Side.ASK)
                .type(OrderType.values()[random.nextInt(OrderType.values().length)])
                .price(any(random))
                .reservePrice(any(random))
                .size(any(random))
                .cookie(cookie);
        for (final Term term : Term.values()) {
            if (term.isOfOrder() && random.nextInt(4) == 0) {
                order.term(term, term == Term.EXIT_ORDER_ID ? OrderNumbers.exitId(cookie) : any(random));
            }
        }
        order.publish();
    }

    private static long any(final SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextLong() >> random.nextInt(Long.SIZE);
    }
}
