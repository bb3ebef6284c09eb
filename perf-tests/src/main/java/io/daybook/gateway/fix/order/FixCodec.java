package io.daybook.gateway.fix.order;

import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.book.SampleReport;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.dictionary.Fix44;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.Tags;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import quickfix.DataDictionary;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.ValidationSettings;

/** Gives a benchmark what the FIX door does to the text of a D, and to make a report's; hence here. One thread. */
public final class FixCodec {
    private static final String LISTING = "BTC-EUR";
    private static final int SYMBOL = 1;
    private static final int NUMBER = 54_321;
    private static final int SUM_LIMIT = 256;

    private final DataDictionary dictionary = Fix44.load();
    private final ValidationSettings validation = new ValidationSettings();
    private final FixListings listings = new FixListings(
            List.of(Listing.pair(
                    LISTING,
                    SymbolSpec.exchangePair(SYMBOL, 10, 20)
                            .lotSize(100_000)
                            .tickValue(1)
                            .build(),
                    new Listing.Currency("BTC", 10, 8),
                    new Listing.Currency("EUR", 20, 2))),
            Map.of());
    private final ReportText reports = new ReportText(listings);
    private final Decimals decimals = Objects.requireNonNull(listings.named(LISTING));
    private final byte[] report = SampleReport.encoded(SYMBOL);
    private final String text = orderText();

    private static String orderText() {
        final String body = ("35=D|34=" + NUMBER + "|49=ALPHA1|52=20261123-10:00:00.123|56=DAYBOOK|11=order-12345|55="
                        + LISTING + "|54=1|60=20261123-10:00:00.123|38=0.012|40=2|44=154000|59=1|")
                .replace('|', '\001');
        final String message = "8=FIX.4.4\0019=" + body.length() + '\001' + body;
        final int sum = message.chars().sum() % SUM_LIMIT;
        return message + String.format("10=%03d\001", sum);
    }

    /** Reads the text of a D as QuickFIX/J does. */
    public Message parse() throws InvalidMessage {
        return new Message(text, dictionary, validation, true);
    }

    /**
     * Reads the text of a D, has it validated by the dictionary, and scans its decimals.
     *
     * @return the price in ticks
     */
    public long order() throws InvalidMessage, FieldNotFound, IncorrectTagValue, IncorrectDataFormat {
        final Message message = parse();
        dictionary.validate(message, validation);
        return new OrderTermsReader(message, decimals).order(1, FixListings.NO_SLIPPAGE).price;
    }

    /** Makes the text of a trade's report from what the outbox has, with the session's part of its header. */
    public String report() {
        final Message message = new Message();
        reports.fill(message, Report.decode(report, 0, report.length));
        final Message.Header header = message.getHeader();
        header.setString(Tags.BEGIN_STRING, "FIX.4.4");
        header.setString(Tags.SENDER_COMP_ID, "DAYBOOK");
        header.setString(Tags.TARGET_COMP_ID, "ALPHA1");
        header.setString(Tags.SENDING_TIME, "20261123-10:00:00.123");
        header.setInt(Tags.MSG_SEQ_NUM, NUMBER);
        return message.toString();
    }
}
