package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddUser;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import io.daybook.wire.OrderNumbers;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of the fates of requests, row by row. */
@Proves("what becomes of a request at a node, row by row")
class SessionRulesTest {
    private static final int SESSION = 17;

    private final ClusterState state = Messages.newState(1);

    @BeforeEach
    void open() {
        assertEquals(
                ReplyKind.RESULTS, Messages.reply(state, Messages.settings()).kind());
        final Reply opened = Messages.reply(state, Messages.open(SESSION, 5));
        assertEquals(ReplyKind.OPENED, opened.kind());
        assertEquals(1, opened.detail());
        assertEquals(0, opened.last());
        final byte[] id = new byte[ClusterSettings.ID_LENGTH];
        opened.copyBlock(id, 0);
        assertArrayEquals(Messages.ID, id);
    }

    private Reply send(final long epoch, final long first, final Command... commands) {
        return Messages.reply(state, Messages.commands(SESSION, epoch, first, 0, commands));
    }

    private void assertRefused(final Refusal why, final Reply reply) {
        assertEquals(ReplyKind.REFUSED, reply.kind());
        assertEquals(why, reply.refusal());
    }

    @Test
    void shouldRefuseEverythingBeforeSettings() {
        final ClusterState empty = Messages.newState(1);
        assertRefused(Refusal.NO_SETTINGS, Messages.reply(empty, Messages.open(SESSION, 5)));
        assertRefused(Refusal.NO_SETTINGS, Messages.reply(empty, Messages.query(1, new StateHashQuery())));
        assertRefused(Refusal.NO_SETTINGS, Messages.reply(empty, Messages.commands(SESSION, 1, 1, 0, new Nop())));
    }

    @Test
    void shouldTakeTheSameSettingsAgainAndNoOthers() {
        assertEquals(
                ReplyKind.RESULTS, Messages.reply(state, Messages.settings()).kind());
        assertRefused(Refusal.OTHER_SETTINGS, Messages.reply(state, Messages.settings(false)));
        assertEquals(0, state.seq());
    }

    @Test
    void shouldRefuseUnknownSessionsAndOtherEpochs() {
        assertRefused(
                Refusal.UNKNOWN_SESSION, Messages.reply(state, Messages.commands(SESSION + 1, 1, 1, 0, new Nop())));
        assertRefused(Refusal.OLD_EPOCH, send(0, 1, new Nop()));
        assertRefused(Refusal.OLD_EPOCH, send(2, 1, new Nop()));
        assertEquals(0, state.seq());
    }

    @Test
    void shouldCarryOutTheNextAndTellItAgain() {
        final byte[] message = Messages.commands(SESSION, 1, 1, 0, new AddUser(1), new AddUser(1), new Nop());
        final List<byte[]> first = Messages.send(state, message, 77);
        final long chain = state.chain();
        assertEquals(List.of(1L, 2L, 3L), Messages.seqs(Messages.block(first)));

        final List<byte[]> again = Messages.send(state, message, 99);
        assertEquals(first.size(), again.size());
        assertArrayEquals(first.get(0), again.get(0));
        assertEquals(3, state.seq());
        assertEquals(chain, state.chain());
        assertEquals(1, state.counts().duplicates());
    }

    @Test
    void shouldForgetWhatWasReceived() {
        send(1, 1, new Nop(), new Nop());
        send(1, 3, new Nop());
        Messages.reply(state, Messages.commands(SESSION, 1, 4, 2, new Nop())); // replies were received up to 2

        final Reply forgotten = send(1, 1, new Nop(), new Nop());
        assertEquals(ReplyKind.FORGOTTEN, forgotten.kind());
        assertEquals(4, forgotten.last());
        assertEquals(ReplyKind.RESULTS, send(1, 3, new Nop()).kind());
        assertEquals(4, state.seq());
    }

    @Test
    void shouldTellOfGaps() {
        send(1, 1, new Nop());
        final Reply gap = send(1, 3, new Nop());
        assertEquals(ReplyKind.GAP, gap.kind());
        assertEquals(1, gap.last());
        assertEquals(1, state.seq());
    }

    @Test
    void shouldRefuseMessagesThatChanged() {
        send(1, 1, new Nop(), new Nop());
        assertRefused(Refusal.CHANGED, send(1, 1, new Nop()));
        assertRefused(Refusal.CHANGED, send(1, 2, new Nop()));
        assertRefused(Refusal.CHANGED, send(1, 2, new Nop(), new Nop()));
        assertEquals(2, state.seq());
    }

    @Test
    void shouldCarryOutRequestZeroEachTimeAndKeepN() {
        assertEquals(ReplyKind.RESULTS, send(1, 0, new Nop()).kind());
        assertEquals(ReplyKind.RESULTS, send(1, 0, new Nop()).kind());
        assertEquals(2, state.seq());
        assertEquals(ReplyKind.RESULTS, send(1, 1, new Nop()).kind());
        assertRefused(Refusal.OLD_EPOCH, send(7, 0, new Nop()));
    }

    @Test
    void shouldLetNothingOfAnEarlierEpochIn() {
        send(1, 1, new Nop());
        final Reply opened = Messages.reply(state, Messages.open(SESSION, 6));
        assertEquals(2, opened.detail());
        assertEquals(1, opened.last());
        assertRefused(Refusal.OLD_EPOCH, send(1, 2, new Nop()));
        assertEquals(ReplyKind.RESULTS, send(2, 2, new Nop()).kind());
    }

    @Test
    void shouldRaiseNoEpochForTheSameOpenAgain() {
        assertEquals(1, Messages.reply(state, Messages.open(SESSION, 5)).detail());
        assertEquals(2, Messages.reply(state, Messages.open(SESSION, 6)).detail());
        assertEquals(2, Messages.reply(state, Messages.open(SESSION, 6)).detail());
        assertEquals(3, Messages.reply(state, Messages.open(SESSION, 5)).detail());
    }

    @Test
    void shouldSayWhereItLostWhatAClientReceived() {
        send(1, 1, new Nop());
        assertRefused(Refusal.HISTORY_LOST, Messages.reply(state, Messages.commands(SESSION, 1, 4, 1, new Nop())));
        assertEquals(1, state.seq());
    }

    @Test
    void shouldRefuseMoreThanAWindow() {
        final Command[] many = new Command[Request.MAX_COMMANDS];
        java.util.Arrays.fill(many, new Nop());
        for (long first = 1; first <= ReplyCache.MAX_REQUESTS; first += many.length) {
            Messages.send(state, Messages.commands(SESSION, 1, first, 0, many), 1);
        }
        assertEquals(ReplyCache.MAX_REQUESTS, state.seq());
        final long next = ReplyCache.MAX_REQUESTS + 1;
        assertRefused(Refusal.WINDOW, send(1, next, new Nop()));
        assertEquals(ReplyKind.RESULTS, send(1, 0, new Nop()).kind());
        final Reply taken = Messages.reply(state, Messages.commands(SESSION, 1, next, 1, new Nop()));
        assertEquals(ReplyKind.RESULTS, taken.kind());
    }

    @Test
    void shouldKeepIdsOfRequestsForTheirOwn() {
        final long own = OrderNumbers.cookie(SESSION, 1);
        assertRefused(Refusal.ORDER_ID, send(1, 1, order(own + 1)));
        assertRefused(Refusal.ORDER_ID, send(1, 1, order(OrderNumbers.LARGEST_FREE + 1)));
        assertEquals(ReplyKind.RESULTS, send(1, 1, order(own)).kind());
        assertEquals(
                ReplyKind.RESULTS, send(1, 2, order(OrderNumbers.LARGEST_FREE)).kind());
    }

    private static PlaceOrder order(final long id) {
        return new PlaceOrder(1, 1, id, Side.BID, OrderType.GTC, 1, 1, 1);
    }

    @Test
    void shouldAnswerQueriesWithoutANumber() {
        send(1, 1, new Nop());
        final Reply reply = Messages.reply(state, Messages.query(42, new StateHashQuery()));
        assertEquals(ReplyKind.REPORT, reply.kind());
        assertEquals(42, reply.first());
        final byte[] block = new byte[reply.blockLength()];
        reply.copyBlock(block, 0);
        assertEquals(
                new io.daybook.api.StateHashReport(1, state.stateHash()),
                ReportCodec.decodeReport(block, 0, block.length));
        assertEquals(1, state.seq());
    }

    @Test
    void shouldGiveEachCommandTheCookieOfItsRequest() {
        final List<byte[]> parts = Messages.send(state, Messages.commands(SESSION, 1, 1, 0, new Nop(), new Nop()), 1);
        final byte[] block = Messages.block(parts);
        final io.daybook.engine.result.ResultDecoder result = new io.daybook.engine.result.ResultDecoder();
        final int length = result.wrap(block, 0, block.length);
        assertEquals(OrderNumbers.cookie(SESSION, 1), result.cookie());
        result.wrap(block, length, block.length - length);
        assertEquals(OrderNumbers.cookie(SESSION, 2), result.cookie());
    }

    @Test
    void shouldNeitherReplyToADoorNorKeepItsReplies() {
        final int session = SESSION + 1;
        assertEquals(
                ReplyKind.OPENED,
                Messages.reply(state, Messages.openDoor(session, 6)).kind());
        final Command[] commands = new Command[Request.MAX_COMMANDS];
        java.util.Arrays.fill(commands, new Nop());
        final int messages = 2 * ReplyCache.MAX_REQUESTS / commands.length; // a client's window would be full
        for (int i = 0; i < messages; i++) {
            final byte[] message = Messages.commands(session, 1, 1 + (long) i * commands.length, 0, commands);
            assertEquals(List.of(), Messages.send(state, message, 1));
        }
        assertEquals((long) messages * commands.length, state.seq());
        final byte[] again = Messages.commands(session, 1, 1, 0, new Nop());
        assertEquals(ReplyKind.FORGOTTEN, Messages.reply(state, again).kind());

        // a restored state knows that the session belongs to a door
        final ClusterState restored = Messages.restored(Messages.snapshot(state), 2);
        assertEquals(List.of(), Messages.send(restored, Messages.commands(session, 1, 0, 0, new Nop()), 1));
        final Reply malformed =
                Messages.reply(state, Messages.message(RequestKind.OPEN, 2, 0, session, 0, 8, new byte[0]));
        assertRefused(Refusal.MALFORMED, malformed);
    }

    @Test
    void shouldLeaveASessionToDoorsOrToClientsAsItWasOpenedFirst() {
        final int session = SESSION + 1;
        Messages.reply(state, Messages.openDoor(session, 6));
        assertRefused(Refusal.OTHER_KIND, Messages.reply(state, Messages.open(session, 7)));
        assertRefused(Refusal.OTHER_KIND, Messages.reply(state, Messages.openDoor(SESSION, 7)));
        assertRefused(
                Refusal.OTHER_KIND,
                Messages.reply(Messages.restored(Messages.snapshot(state), 2), Messages.open(session, 7)));
        assertEquals(
                ReplyKind.OPENED,
                Messages.reply(state, Messages.openDoor(session, 7)).kind());
        assertEquals(
                ReplyKind.OPENED,
                Messages.reply(state, Messages.open(SESSION, 7)).kind());
    }

    @Test
    void shouldKeepClientsFromTheTagsOfDoors() {
        final byte[] logon = new byte[14];
        logon[0] = 3;
        logon[1] = 1;
        // without a book of sessions a tag may have any content
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.tagged(SESSION, 1, 1, logon)).kind());
        Messages.reply(state, Messages.followers("tape", ClusterSettings.DOORS));
        final int door = SESSION + 1;
        Messages.reply(state, Messages.openDoor(door, 6));
        final long seq = state.seq();
        for (byte kind = 2; kind <= 9; kind++) {
            logon[0] = kind;
            for (final long first : new long[] {0, 2}) {
                assertRefused(Refusal.NOT_ALLOWED, Messages.reply(state, Messages.tagged(SESSION, 1, first, logon)));
            }
            assertRefused(Refusal.NOT_ALLOWED, Messages.reply(state, Messages.tagged(SESSION, 1, 2, kind)));
        }
        assertEquals(seq, state.seq());
        logon[0] = 3;
        assertEquals(List.of(), Messages.send(state, Messages.tagged(door, 1, 0, logon), 1));
        for (final byte kind : new byte[] {-1, 0, 1, 10}) {
            assertEquals(
                    ReplyKind.RESULTS,
                    Messages.reply(state, Messages.tagged(SESSION, 1, 0, kind)).kind());
        }
    }

    @Test
    void shouldChangeFollowersAndNoOtherSetting() {
        assertRefused(Refusal.NO_SETTINGS, Messages.reply(Messages.newState(1), Messages.followers("feed")));
        final ClusterSettings before = java.util.Objects.requireNonNull(state.settings());
        assertEquals(List.of(), before.followers());
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.followers("tape", "sink")).kind());
        final ClusterSettings after = java.util.Objects.requireNonNull(state.settings());
        assertEquals(List.of("sink", "tape"), after.followers());
        assertEquals(before, after.withFollowers(List.of()));
        for (final byte[] list : List.of(
                new byte[] {1},
                new byte[] {1, 'A'},
                new byte[] {0},
                new byte[] {-1, 'a'},
                new byte[] {1, 'b', 1, 'a'},
                new byte[] {1, 'a', 1, 'a'})) {
            final Reply reply = Messages.reply(state, Messages.message(RequestKind.SET_FOLLOWERS, 0, 0, 0, 0, 0, list));
            assertRefused(Refusal.MALFORMED, reply);
        }
        assertEquals(after, Messages.restored(Messages.snapshot(state), 2).settings());
        assertRefused(
                Refusal.MALFORMED,
                Messages.reply(state, Messages.message(RequestKind.SETTINGS, 3, 0, 0, 0, 0, new byte[0])));
        Messages.reply(state, Messages.followers());
        assertEquals(before, state.settings());
    }

    private List<String> followers() {
        return java.util.Objects.requireNonNull(state.settings()).followers();
    }

    @Test
    void shouldAddFollowersToThoseThatAreNamed() {
        Messages.reply(state, Messages.addFollowers("feed"));
        final Reply reply = Messages.reply(state, Messages.addFollowers("feed", ClusterSettings.DOORS));
        assertEquals(ReplyKind.RESULTS, reply.kind());
        final byte[] list = new byte[reply.blockLength()];
        reply.copyBlock(list, 0);
        assertEquals(List.of("feed", "gateway"), ClusterSettings.decodeFollowers(list, 0, list.length));
        assertEquals(List.of("feed", "gateway"), followers());

        // at most eight followers; a refused addition loses none
        Messages.reply(state, Messages.addFollowers("a", "b", "c", "d", "e", "f"));
        assertRefused(Refusal.TOO_LARGE, Messages.reply(state, Messages.addFollowers("g")));
        assertEquals(ClusterSettings.MAX_FOLLOWERS, followers().size());
    }

    @Test
    void shouldKeepTheBookOfDoorsAndTheFeedOnceTheyAreNamed() {
        Messages.reply(state, Messages.followers("tape", ClusterSettings.DOORS));
        assertRefused(Refusal.DOORS_STAY, Messages.reply(state, Messages.followers("tape")));
        assertRefused(Refusal.DOORS_STAY, Messages.reply(state, Messages.followers()));
        assertEquals(List.of("gateway", "tape"), followers());
        Messages.reply(state, Messages.followers(ClusterSettings.DOORS, ClusterSettings.FEED));
        assertEquals(List.of("feed", "gateway"), followers());
        assertRefused(Refusal.DOORS_STAY, Messages.reply(state, Messages.followers(ClusterSettings.DOORS)));
        assertEquals(List.of("feed", "gateway"), followers());

        // the book of FIX stays too
        Messages.reply(state, Messages.addFollowers(ClusterSettings.FIX_DOORS));
        assertRefused(Refusal.DOORS_STAY, Messages.reply(state, Messages.followers(ClusterSettings.DOORS)));
        assertRefused(Refusal.DOORS_STAY, Messages.reply(state, Messages.followers(ClusterSettings.FIX_DOORS)));
        assertEquals(List.of("feed", "gateway", "gateway-fix"), followers());
    }

    @Test
    void shouldBeginNoBookOfDoorsWhileOrdersOfSessionsRest() {
        final RandomMarket market = new RandomMarket(7);
        long request = 0;
        for (final Command command : market.opening()) {
            send(1, ++request, command);
        }
        final long id = OrderNumbers.cookie(SESSION, ++request);
        final int symbol = 38 * 1_000_003 + 1;
        send(1, request, new PlaceOrder(symbol, 7, id, Side.BID, OrderType.GTC, 90, 90, 1));
        for (final byte[] message : List.of(
                Messages.followers(ClusterSettings.DOORS), Messages.addFollowers("feed", ClusterSettings.DOORS))) {
            assertRefused(Refusal.ORDERS_REST, Messages.reply(state, message));
        }
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.addFollowers("feed")).kind());
        send(1, ++request, new CancelOrder(symbol, 7, id));
        send(1, ++request, new PlaceOrder(symbol, 7, 900_000, Side.BID, OrderType.GTC, 90, 90, 1));
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.addFollowers(ClusterSettings.DOORS))
                        .kind());

        // while a book of doors exists, orders of sessions do not hinder another
        send(
                1,
                ++request,
                new PlaceOrder(symbol, 7, OrderNumbers.cookie(SESSION, request), Side.BID, OrderType.GTC, 90, 90, 1));
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.addFollowers("sink")).kind());
        assertEquals(List.of("feed", "gateway", "sink"), followers());
    }
}
