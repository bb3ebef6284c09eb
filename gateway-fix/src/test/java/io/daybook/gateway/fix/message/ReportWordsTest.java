package io.daybook.gateway.fix.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.gateway.fix.FixDocument;
import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.StockDictionary;
import io.daybook.gateway.fix.book.AnyReport;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.book.Why;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import quickfix.Message;
import quickfix.SessionID;

/** Every code, refusal and reason has a message that is valid by the stock dictionary and names it. */
@Proves("every code and reason has its FIX report")
final class ReportWordsTest {
    private static final FixListings LISTINGS = new FixListings(List.of(FixVenue.BTC_EUR), Map.of());
    private static final ReportText TEXT = new ReportText(LISTINGS);
    private static final SessionID ID = new SessionID("FIX.4.4", "DAYBOOK", "S17");
    private static final Set<Why> RESTATED =
            Set.of(Why.OTHER_DOOR, Why.SELF_TRADE, Why.EXPIRED, Why.TRIGGERED, Why.REPRICED);

    private static Message worded(final AnyReport any) throws Exception {
        final Message message = TEXT.message(ID, any.report());
        message.getHeader().setInt(34, 2);
        final String raw = message.toString();
        final Set<String> tags = new HashSet<>();
        for (final String field : raw.split("\001")) {
            tags.add(field.substring(0, field.indexOf('=')));
        }
        final Message read = StockDictionary.check(raw);
        assertEquals(Set.of(), FixDocument.unnamed(read.getHeader().getString(35), tags), raw);
        return read;
    }

    private static void assertSays(final Message message, final String name, final String sentence) throws Exception {
        assertTrue(message.getString(58).startsWith(name + ": " + sentence), message::toString);
    }

    /** Reports of known and of unknown orders, and copies of these reports. */
    private static List<AnyReport> each(final char msgType, final char execType, final char ordStatus) {
        final List<AnyReport> reports = new ArrayList<>();
        reports.add(new AnyReport(msgType, execType, ordStatus));
        reports.add(new AnyReport(msgType, execType, ordStatus).unknown());
        if (msgType != Report.MASS_CANCEL) {
            reports.add(new AnyReport(msgType, execType, ordStatus).copied());
        }
        return reports;
    }

    @Test
    void shouldRefuseOrdersWithEveryCode() throws Exception {
        for (final ResultCode code : ResultCode.values()) {
            if (code == ResultCode.SUCCESS) {
                continue;
            }
            for (final AnyReport any : each(Report.EXECUTION, '8', '8')) {
                final Message message = worded(any.refused(Report.SOURCE_ENGINE, code.code(), '\0'));
                assertEquals(RejectReasons.ofOrder(code), message.getInt(103), code::name);
                assertSays(message, code.name(), code.meaning());
            }
            for (final char to : new char[] {'1', '2'}) {
                for (final AnyReport any : each(Report.CANCEL_REJECT, '\0', '0')) {
                    final Message message = worded(any.refused(Report.SOURCE_ENGINE, code.code(), to));
                    assertEquals(to, message.getChar(434));
                    assertTrue(message.isSetField(102), message::toString);
                    assertSays(message, code.name(), code.meaning());
                }
            }
        }
    }

    @Test
    void shouldRefuseRequestsForEveryReason() throws Exception {
        for (final Refusal refusal : Refusal.values()) {
            for (final AnyReport any : each(Report.EXECUTION, '8', '8')) {
                final Message message = worded(any.refused(Report.SOURCE_GATEWAY, refusal.code(), '\0'));
                assertEquals(RejectReasons.ofOrder(refusal), message.getInt(103), refusal::name);
                assertSays(message, refusal.name(), refusal.sentence());
            }
            for (final char to : new char[] {'1', '2'}) {
                for (final AnyReport any : each(Report.CANCEL_REJECT, '\0', '8')) {
                    assertSays(
                            worded(any.refused(Report.SOURCE_GATEWAY, refusal.code(), to)),
                            refusal.name(),
                            refusal.sentence());
                }
            }
            for (final char type : new char[] {'1', '7'}) {
                for (final AnyReport any : each(Report.MASS_CANCEL, type, '0')) {
                    final Message message = worded(any.refused(Report.SOURCE_GATEWAY, refusal.code(), '\0'));
                    assertEquals(refusal == Refusal.NOT_LISTED, message.isSetField(532), refusal::name);
                    assertSays(message, refusal.name(), refusal.sentence());
                }
            }
        }
    }

    @Test
    void shouldSayWhyAnOrderChangesOrEnds() throws Exception {
        for (final Why why : Why.values()) {
            final List<AnyReport> reports = new ArrayList<>(each(Report.EXECUTION, '4', '4'));
            reports.addAll(each(Report.EXECUTION, 'C', 'C'));
            if (RESTATED.contains(why)) {
                reports.addAll(each(Report.EXECUTION, 'D', '1'));
            }
            for (final AnyReport any : reports) {
                final Message message = worded(any.why(why));
                assertEquals(!why.sentence().isEmpty(), message.isSetField(58), why::name);
                if (message.isSetField(58)) {
                    assertEquals(why.sentence(), message.getString(58));
                }
                final boolean isRestated = message.getString(150).equals("D");
                final boolean isOption = why == Why.SELF_TRADE || why == Why.LIQUIDATION;
                assertEquals(isRestated || isOption || why == Why.REPRICED, message.isSetField(378), why::name);
                if (message.isSetField(378)) {
                    assertEquals(isOption ? 8 : why == Why.REPRICED ? 3 : 99, message.getInt(378), why::name);
                }
            }
        }
    }

    @Test
    void shouldTellWhatIsOpenAndWhatTrades() throws Exception {
        for (final char execType : new char[] {'0', '5', 'I'}) {
            for (final AnyReport any : each(Report.EXECUTION, execType, '1')) {
                assertEquals(execType, worded(any).getChar(150));
            }
        }
        for (final boolean isMaker : new boolean[] {true, false}) {
            for (final char status : new char[] {'1', '2'}) {
                final Message message = worded(new AnyReport(Report.EXECUTION, 'F', status).traded(isMaker));
                assertEquals(isMaker ? 1 : 2, message.getInt(851));
                assertEquals(
                        "0.005 154000 154000",
                        message.getString(32) + " " + message.getString(31) + " " + message.getString(6));
            }
        }
    }
}
