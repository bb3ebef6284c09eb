package io.daybook.perf.tcp;

import io.daybook.gateway.fix.dictionary.Fix44;
import io.daybook.gateway.fix.message.Tags;
import java.net.InetSocketAddress;
import quickfix.Acceptor;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.FixVersions;
import quickfix.Message;
import quickfix.NoopStoreFactory;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;

/**
 * The smallest venue with QuickFIX/J: an acceptor that validates with our dictionary, keeps nothing, and answers each D
 * and F at once, on its dispatcher's thread, with a report of as many fields as ours. The ratio to its time shows the
 * cost of our venue without the FIX engine.
 */
final class EchoVenue implements AutoCloseable {
    private static final String YES = "Y";

    private final SocketAcceptor acceptor;

    private EchoVenue(final SocketAcceptor acceptor) {
        this.acceptor = acceptor;
    }

    /** Starts the venue for session 1 on a free port. */
    static EchoVenue start() throws ConfigError {
        final SessionSettings settings = new SessionSettings();
        settings.setString(SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        settings.setString(Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, "127.0.0.1");
        settings.setString(Acceptor.SETTING_SOCKET_ACCEPT_PORT, "0");
        settings.setString(Session.SETTING_NON_STOP_SESSION, YES);
        settings.setString(Session.SETTING_USE_DATA_DICTIONARY, YES);
        settings.setString(Session.SETTING_DATA_DICTIONARY, Fix44.RESOURCE);
        settings.setString("SocketTcpNoDelay", YES);
        final SessionID id = new SessionID(FixVersions.BEGINSTRING_FIX44, LocalFixVenue.COMP_ID, "S1");
        settings.setString(id, SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        final SocketAcceptor own =
                new SocketAcceptor(new Echo(), new NoopStoreFactory(), settings, null, new DefaultMessageFactory());
        own.start();
        return new EchoVenue(own);
    }

    int port() {
        return ((InetSocketAddress) acceptor.getEndpoints().iterator().next().getLocalAddress()).getPort();
    }

    @Override
    public void close() {
        acceptor.stop(true);
    }

    /** Answers each request with a report that accepts it. */
    private static final class Echo extends ApplicationAdapter {
        private long reports;

        @Override
        public void fromApp(final Message request, final SessionID id) throws FieldNotFound {
            final boolean isCancel = "F".equals(request.getHeader().getString(Tags.MSG_TYPE));
            final Message report = new Message();
            report.getHeader().setString(Tags.MSG_TYPE, "8");
            report.setString(Tags.TRANSACT_TIME, request.getString(Tags.TRANSACT_TIME));
            report.setString(Tags.CL_ORD_ID, request.getString(Tags.CL_ORD_ID));
            if (isCancel) {
                report.setString(Tags.ORIG_CL_ORD_ID, request.getString(Tags.ORIG_CL_ORD_ID));
            }
            report.setString(Tags.ORDER_ID, Long.toString(++reports));
            report.setString(Tags.EXEC_ID, reports + "-0-1");
            report.setString(Tags.EXEC_TYPE, isCancel ? "4" : "0");
            report.setString(Tags.ORD_STATUS, isCancel ? "4" : "0");
            report.setString(Tags.SYMBOL, request.getString(Tags.SYMBOL));
            report.setString(Tags.SIDE, request.getString(Tags.SIDE));
            report.setString(Tags.ORD_TYPE, "2");
            report.setString(Tags.TIME_IN_FORCE, "1");
            report.setString(Tags.ORDER_QTY, "0.001");
            report.setString(Tags.LEAVES_QTY, isCancel ? "0.000" : "0.001");
            report.setString(Tags.CUM_QTY, "0.000");
            report.setString(Tags.AVG_PX, "0");
            report.setString(Tags.PRICE, "154000");
            final Session session = Session.lookupSession(id);
            session.send(report);
        }
    }
}
