package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.session.FixSession;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.UnsupportedMessageType;

/**
 * Answers the application messages of one MsgType. Called by the dispatcher's only thread, in the order of their
 * numbers, with messages that are valid by the dictionary; must not block.
 */
public interface RequestHandler {

    /**
     * Handles a message, whose number counts as processed when this returns.
     *
     * @throws FieldNotFound if the message lacks a field that it needs: 35=j with 380=5
     * @throws IncorrectTagValue if a value is invalid for its field: 35=3 with 371 and 373=5
     * @throws UnsupportedMessageType if the session may not send it: 35=j with 380=3
     */
    void onMessage(Message message, FixSession session) throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType;

    /** Called when the connection of a session has ended, so that its state can be dropped. Any thread. */
    default void onLogout(final FixSession session) {}
}
