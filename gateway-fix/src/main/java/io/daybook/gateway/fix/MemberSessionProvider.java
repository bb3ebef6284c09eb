package io.daybook.gateway.fix;

import io.daybook.gateway.fix.session.FixLayer;
import org.jspecify.annotations.Nullable;
import quickfix.ConfigError;
import quickfix.Dictionary;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.mina.SessionConnector;
import quickfix.mina.acceptor.AcceptorSessionProvider;

/**
 * Gives QuickFIX/J the session of the Logon that was admitted and is being handed over, and no other session, so that
 * no client is bound to another member's session, whatever CompIDs QuickFIX/J reads in the Logon. Creates a session at
 * its first Logon.
 */
final class MemberSessionProvider implements AcceptorSessionProvider {
    private final FixLayer layer;
    private final SessionFactory factory;
    private final SessionSettings settings;

    MemberSessionProvider(final FixLayer layer, final SessionFactory factory, final SessionSettings settings) {
        this.layer = layer;
        this.factory = factory;
        this.settings = settings;
    }

    @Override
    public synchronized @Nullable Session getSession(final SessionID id, final SessionConnector connector) {
        if (!layer.isHandedOver(id)) {
            return null;
        }
        final Session known = Session.lookupSession(id);
        if (known != null) {
            return known;
        }
        try {
            settings.set(id, new Dictionary());
            final Session session = factory.create(id, settings);
            connector.addDynamicSession(session);
            return session;
        } catch (ConfigError e) {
            throw new IllegalStateException("a session cannot be created: " + id, e);
        }
    }
}
