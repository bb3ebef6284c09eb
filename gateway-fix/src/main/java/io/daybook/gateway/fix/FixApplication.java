package io.daybook.gateway.fix;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.ReportMessage;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.ReadingProof;
import io.daybook.gateway.fix.session.Resender;
import io.daybook.sessions.outbox.Histories;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;

/** Routes each message that QuickFIX/J has checked to the handler of its MsgType. */
final class FixApplication implements Application {
    private static final String LOGON = "A";
    private static final String LOGOUT = "5";

    private final FixLayer layer;
    private final Map<String, RequestHandler> handlers;

    FixApplication(final FixLayer layer, final Map<String, RequestHandler> handlers) {
        this.layer = layer;
        this.handlers = Map.copyOf(handlers);
    }

    @Override
    public void fromApp(final Message message, final SessionID id)
            throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
        final RequestHandler handler = handlers.get(Fields.header(message, Tags.MSG_TYPE));
        final FixSession session = layer.session(id);
        if (handler == null || session == null) {
            throw new UnsupportedMessageType();
        }
        handler.onMessage(message, session);
    }

    @Override
    public void fromAdmin(final Message message, final SessionID id) throws IncorrectTagValue {
        final FixSession session = layer.session(id);
        if (session == null) {
            return;
        }
        Resender.leaveOnePage(message, session);
        if (LOGOUT.equals(Fields.header(message, Tags.MSG_TYPE))) {
            session.saidLogout = true;
        }
        ReadingProof.take(message, session);
    }

    @Override
    public void onCreate(final SessionID id) {}

    @Override
    public void onLogon(final SessionID id) {
        final @Nullable FixSession session = layer.session(id);
        if (session != null) {
            layer.loggedOn(session);
        }
    }

    @Override
    public void onLogout(final SessionID id) {
        final @Nullable FixSession session = layer.session(id);
        if (session != null) {
            session.isLoggedOn = false;
            handlers.values().forEach(handler -> handler.onLogout(session));
        }
    }

    @Override
    public void toAdmin(final Message message, final SessionID id) {
        final Histories.Current history = layer.sessions().history();
        if (history.isRestored() && LOGON.equals(Fields.header(message, Tags.MSG_TYPE))) {
            final String told = "history=" + history.number();
            message.setInt(Tags.RAW_DATA_LENGTH, told.length());
            message.setString(Tags.RAW_DATA, told);
        }
    }

    @Override
    public void toApp(final Message message, final SessionID id) {
        final FixSession session = layer.session(id);
        if (session != null && message instanceof ReportMessage report) {
            FixLayer.storeOf(session).sending(report.out());
        }
    }
}
