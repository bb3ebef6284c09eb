package io.daybook.gateway.fix;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

/** Logs the events of QuickFIX/J, but no messages, because journal and outbox have them. */
final class EventLog implements LogFactory {
    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);

    private final ClientNotes notes;

    EventLog(final ClientNotes notes) {
        this.notes = notes;
    }

    @Override
    public Log create(final SessionID id) {
        return new Log() {
            @Override
            public void clear() {
                // nothing is kept
            }

            @Override
            public void onIncoming(final String message) {
                // the journal has the requests
            }

            @Override
            public void onOutgoing(final String message) {
                // the outbox has the reports
            }

            @Override
            public void onEvent(final String text) {
                LOG.debug("{}: {}", id, text);
            }

            @Override
            public void onErrorEvent(final String text) {
                notes.tell(id + ": " + text);
            }
        };
    }
}
