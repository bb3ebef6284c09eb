package io.daybook.gateway.fix;

import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.dictionary.Fix44;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixNumbers;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.OutboxFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import quickfix.DataDictionary;
import quickfix.Field;
import quickfix.FieldMap;
import quickfix.FixVersions;
import quickfix.Message;
import quickfix.SessionID;

/**
 * Shows the reports of a session in the gateway's folder, each with the number that it was sent with. Changes nothing,
 * so the gateway may run. Messages of the session level and answers to views are not stored, so the dump lacks them.
 * Used by one thread.
 */
public final class SessionDump {
    private static final char SOH = '\001';
    private static final String NOT_SENT = "-";

    private final JournalStorage storage;
    private final OutboxFiles outbox;
    private final SessionSettings session;
    private final ReportText text;
    private final SessionID id;
    private final DataDictionary dictionary = Fix44.load();

    /**
     * Creates a dump of the messages that a session was sent.
     *
     * @param data the gateway's own folder
     * @param history the history of the folder
     * @throws IllegalArgumentException if the session's protocol is not FIX
     */
    public SessionDump(
            final JournalStorage storage,
            final Path data,
            final Histories.Current history,
            final FixListings listings,
            final SessionSettings session) {
        if (session.protocol() != Protocol.FIX) {
            throw new IllegalArgumentException(
                    "session must use FIX: session=" + session.session() + " protocol=" + session.protocol());
        }
        this.storage = storage;
        this.outbox = new OutboxFiles(storage, data, session.session());
        this.session = session;
        this.text = new ReportText(listings, history);
        this.id = new SessionID(FixVersions.BEGINSTRING_FIX44, session.venue(), session.compId());
    }

    /**
     * Passes on a line for each report, oldest first.
     *
     * @param isRaw true for the form that is sent, with {@code |} between the fields; false for words
     * @throws IllegalArgumentException if the session has no outbox there
     * @throws IOException if a file cannot be read; names the file
     */
    public void forEachLine(final boolean isRaw, final Consumer<String> lines) throws IOException {
        if (!outbox.exists()) {
            throw new IllegalArgumentException("session must have an outbox in the folder: session=" + session.session()
                    + " folder=" + outbox.folder());
        }
        final Map<Long, Integer> numbers = FixNumbers.read(storage, outbox.folder());
        outbox.forEach((out, bytes, offset, length) -> {
            final Message message = message(Report.decode(bytes, offset, length), numbers.get(out));
            lines.accept(isRaw ? message.toString().replace(SOH, '|') : words(message));
        });
    }

    private Message message(final Report report, final @Nullable Integer number) {
        final Message message = text.message(id, report);
        if (number != null) {
            message.getHeader().setInt(Tags.MSG_SEQ_NUM, number);
        }
        return message;
    }

    /** A line with number, time and type, then the fields in their order, such as {@code Side=BUY(1)}. */
    private String words(final Message message) {
        final String number = Fields.header(message, Tags.MSG_SEQ_NUM);
        final StringBuilder line = new StringBuilder();
        line.append(number.isEmpty() ? NOT_SENT : number)
                .append(' ')
                .append(Fields.header(message, Tags.SENDING_TIME))
                .append(' ')
                .append(valueName(Tags.MSG_TYPE, Fields.header(message, Tags.MSG_TYPE)));
        addFields(line, message);
        return line.toString();
    }

    private void addFields(final StringBuilder line, final FieldMap fields) {
        for (final Iterator<Field<?>> each = fields.iterator(); each.hasNext(); ) {
            final Field<?> field = each.next();
            final String value = String.valueOf(field.getObject());
            final String name = dictionary.getFieldName(field.getTag());
            line.append(' ')
                    .append(name == null ? Integer.toString(field.getTag()) : name)
                    .append('=')
                    .append(dictionary.hasFieldValue(field.getTag()) ? valueName(field.getTag(), value) : value);
        }
    }

    private String valueName(final int tag, final String value) {
        final String name = dictionary.getValueName(tag, value);
        return name == null ? value : name + "(" + value + ")";
    }
}
