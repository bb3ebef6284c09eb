package io.daybook.sessions;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.Limits;
import io.daybook.api.NoSpaceException;
import io.daybook.api.NopWriter;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.OrderNumbers;

/**
 * Sends a gateway's own commands through a fast door. Each method returns true if the command was sent, and false if
 * the ring or the disk has no room at the moment. Allocates nothing. Used by one thread.
 */
public final class GatewayCommands {
    private final CommandDoor door;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    /** Creates a sender for a fast door. */
    public GatewayCommands(final CommandDoor door) {
        this.door = door;
    }

    /** Journals that the gateway refuses a request. */
    public boolean refuse(
            final int session, final long request, final int reason, final int command, final long orderId) {
        return nop(OrderNumbers.cookie(session, request), Tags.encodeRefusal(tag, reason, command, orderId));
    }

    /**
     * Journals that a session logs in.
     *
     * @param inbound the number up to which all messages of its client are processed; 0 for TCP
     */
    public boolean logon(final SessionSettings session, final int inbound) {
        return nop(
                OrderNumbers.cookie(session.session(), 0),
                Tags.encodeLogon(tag, session.protocol().code(), session.owner(), inbound));
    }

    /**
     * Journals that a session of FIX logs in.
     *
     * @param number the number from {@link SessionLog#open}; 0 for none
     */
    public boolean logon(final SessionSettings session, final int inbound, final long number) {
        return nop(
                OrderNumbers.cookie(session.session(), 0),
                Tags.encodeLogon(tag, session.protocol().code(), session.owner(), inbound, number));
    }

    /** Journals that a session's connection has ended. */
    public boolean end(final int session) {
        return nop(OrderNumbers.cookie(session, 0), Tags.encodeEnd(tag));
    }

    /** Journals that a session gets drop copies of a user from now on, or does not get them any longer. */
    boolean dropCopy(final int session, final long uid, final boolean add) {
        return nop(OrderNumbers.cookie(session, 0), Tags.encodeDropCopy(tag, session, uid, add));
    }

    private boolean nop(final long cookie, final int tagLength) {
        return nop(cookie, tag, tagLength);
    }

    /** Sends a NOP with a protocol-specific tag. */
    public boolean nop(final long cookie, final byte[] bytes, final int length) {
        try {
            final NopWriter nop = door.tryNop();
            if (nop == null) {
                return false;
            }
            nop.cookie(cookie).tag(bytes, 0, length).publish();
            return true;
        } catch (NoSpaceException e) {
            return false;
        }
    }

    /** Cancels an order of a session on behalf of the gateway. {@link Tags} lists the reasons. */
    public boolean cancel(final int session, final long uid, final int symbol, final long orderId, final int reason) {
        try {
            final CancelOrderWriter order = door.tryCancel();
            if (order == null) {
                return false;
            }
            order.uid(uid)
                    .symbol(symbol)
                    .orderId(orderId)
                    .cookie(OrderNumbers.cookie(session, 0))
                    .tag(tag, 0, Tags.encodeCancel(tag, reason))
                    .publish();
            return true;
        } catch (NoSpaceException e) {
            return false;
        }
    }
}
