package io.daybook.gateway.session;

import io.daybook.api.CommandType;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.order.OrderTable;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.GatewayCode;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.ReplaceDescriptor;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.StatusIsDescriptor;
import io.daybook.wire.Templates;

/** The requests in frames, and the book's answers to those that change nothing. Allocates nothing. */
final class RequestFrames {
    private RequestFrames() {}

    /** The code with which the gateway refuses a request; 0 if it does not. */
    static int refusal(final SessionSettings settings, final byte[] bytes, final int offset, final int template) {
        final Right right = template == Templates.MASS_CANCEL ? Right.ADMIN : Right.TRADE;
        if (!settings.may(right)) {
            return GatewayCode.NOT_PERMITTED.code();
        }
        return settings.mayActFor(RequestDescriptor.uid(bytes, offset)) ? 0 : GatewayCode.NOT_YOURS.code();
    }

    static boolean isCancel(final int template) {
        return template == Templates.CANCEL || template == Templates.MASS_CANCEL;
    }

    /** The code of the {@link CommandType} that a request becomes. */
    static int commandOf(final int template) {
        return template == Templates.PLACE_TERMS ? CommandType.PLACE_ORDER.code() : template - 1;
    }

    /** The order that a request names, or 0. */
    static long orderId(final int session, final byte[] bytes, final int offset, final int template) {
        return switch (template) {
            case Templates.PLACE, Templates.PLACE_TERMS ->
                OrderNumbers.cookie(session, RequestDescriptor.request(bytes, offset));
            case Templates.REPLACE -> ReplaceDescriptor.orderId(bytes, offset);
            case Templates.MASS_CANCEL -> 0;
            default -> ChangeDescriptor.orderId(bytes, offset);
        };
    }

    /** Encodes the book's state of an order of a session, and returns the length of that message. */
    static int encodeStatus(
            final byte[] control, final SessionBook all, final BookSession own, final long id, final long orderId) {
        int known = StatusIsDescriptor.UNKNOWN;
        long remaining = 0;
        long traded = 0;
        if (OrderNumbers.session(orderId) == own.session()) {
            final int row = all.find(orderId);
            final int closed = row == OrderTable.NONE ? all.closed().find(orderId) : -1;
            if (row != OrderTable.NONE) {
                known = StatusIsDescriptor.LIVE;
                remaining = all.orders().remaining(row);
                traded = all.orders().traded(row);
            } else if (closed >= 0) {
                known = StatusIsDescriptor.CLOSED;
                traded = all.closed().traded(closed);
            }
        }
        return StatusIsDescriptor.encode(control, 0, id, orderId, known, remaining, traded, own.lastRequest);
    }
}
