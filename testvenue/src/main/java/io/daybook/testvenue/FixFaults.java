package io.daybook.testvenue;

import io.daybook.gateway.fix.FixHook;
import io.daybook.gateway.fix.book.Refusal;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.DefaultWriteRequest;
import org.apache.mina.core.write.WriteRequest;
import org.jspecify.annotations.Nullable;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Message;

/**
 * The hook in the connections of the FIX door, between the decoder and the door: it records messages, and loses, holds
 * and changes their copies on the wire. The messages that the venue stores are not changed.
 */
final class FixFaults implements FixHook {
    private static final String SECRET = "\001554=";
    private static final Set<FaultKind> GATE = EnumSet.of(FaultKind.REJECT);
    private static final Set<FaultKind> WIRE = FaultKind.inConnectionsOf("fix");

    private final Faults faults;
    private final Traffic traffic;
    private final IntFunction<String> names;
    private volatile @Nullable FixCertification certification;

    /**
     * Creates the faults of all connections.
     *
     * @param names the names of users by their sessions
     */
    FixFaults(final Faults faults, final Traffic traffic, final IntFunction<String> names) {
        this.faults = faults;
        this.traffic = traffic;
        this.names = names;
    }

    /** Sets the certification that receives all messages from now on, in place of an earlier one. */
    void certification(final FixCertification next) {
        certification = next;
    }

    /** The certification that began last; null for none. */
    @Nullable
    FixCertification certification() {
        return certification;
    }

    private void certify(final boolean isIn, final String message, final boolean reaches) {
        final FixCertification now = certification;
        if (now != null) {
            now.message(isIn, message, reaches);
        }
    }

    @Override
    public void connected(final IoFilterChain chain) {
        chain.addLast("testvenue", new Wire());
    }

    @Override
    public @Nullable Refusal refusal(final int session, final Message message) {
        final Fault fault = faults.meet(
                new Meeting(
                        "fix",
                        names.apply(session),
                        Set.of(field(message.getHeader(), 35)),
                        field(message, 55),
                        field(message, 11),
                        faults.seq()),
                GATE);
        return fault == null ? null : Refusal.valueOf(fault.says("reason"));
    }

    private static String field(final FieldMap map, final int tag) {
        try {
            return map.isSetField(tag) ? map.getString(tag) : "";
        } catch (FieldNotFound e) {
            return "";
        }
    }

    /** One connection. */
    private final class Wire extends IoFilterAdapter {
        private final OutHold in = new OutHold(faults.later());
        private final OutHold out = new OutHold(faults.later());
        private volatile boolean loses;
        private volatile @Nullable String cutAt;
        private volatile @Nullable String how;
        private volatile @Nullable Fault killing;

        @Override
        public void messageReceived(final NextFilter next, final IoSession io, final Object given) {
            final String message = String.valueOf(given);
            final Fault fault = faults.meet(
                    new Meeting(
                            "fix",
                            FixWords.value(message, 49).toLowerCase(Locale.ROOT),
                            Set.of(FixWords.value(message, 35)),
                            FixWords.value(message, 55),
                            FixWords.value(message, 11),
                            faults.seq()),
                    WIRE);
            traffic.add(
                    "fix",
                    FixWords.value(message, 49),
                    shown(message),
                    null,
                    fault == null ? null : fault.kind().word());
            certify(true, message, true);
            if (fault != null) {
                switch (fault.kind()) {
                    case LOSE_REQUEST -> {
                        return;
                    }
                    case DELAY -> (fault.says("at").equals("before") ? in : out).begin(fault.duration());
                    case STALL -> out.begin(fault.duration());
                    case CUT -> cutAt = fault.says("at");
                    case KILL -> {
                        if (fault.says("at").equals("before")) {
                            faults.kill(fault);
                        }
                        killing = fault;
                    }
                    case FIX -> how = fault.says("how");
                    default -> loses = true;
                }
            }
            in.pass(() -> next.messageReceived(io, given));
        }

        @Override
        public void filterWrite(final NextFilter next, final IoSession io, final WriteRequest request) {
            final String message = String.valueOf(request.getMessage());
            final String change = how;
            final String at = cutAt;
            final Fault deadly = killing;
            if (deadly != null && !FixWords.isAdmin(message)) {
                faults.kill(deadly);
            }
            if (loses && !FixWords.isAdmin(message)) {
                loses = false;
                leaves(message, "loseAnswer");
                request.getFuture().setWritten();
            } else if (change != null && FixWords.changes(change, message)) {
                how = null;
                final String changed = FixWords.changed(change, message);
                leaves(changed, "fix");
                out.pass(() -> next.filterWrite(io, copy(request, changed)));
            } else if (at != null && !FixWords.isAdmin(message)) {
                cutAt = null;
                leaves(message, "cut");
                cut(next, io, request, at);
            } else {
                leaves(message, null);
                out.pass(() -> next.filterWrite(io, request));
            }
        }

        private void leaves(final String message, final @Nullable String fault) {
            traffic.add("fix", FixWords.value(message, 56), "", shown(message), fault);
            certify(false, message, fault == null || fault.equals(FaultKind.FIX.word()));
        }

        private void cut(final NextFilter next, final IoSession io, final WriteRequest request, final String at) {
            final String message = String.valueOf(request.getMessage());
            if (at.equals("after")) {
                next.filterWrite(io, request);
            } else if (at.equals("within")) {
                next.filterWrite(io, copy(request, message.substring(0, message.length() / 2)));
            } else {
                request.getFuture().setWritten();
            }
            io.closeOnFlush();
        }
    }

    private static WriteRequest copy(final WriteRequest request, final String message) {
        return new DefaultWriteRequest(message, request.getFuture(), request.getDestination());
    }

    private static String shown(final String message) {
        final int at = message.indexOf(SECRET);
        final String shown = at < 0
                ? message
                : message.substring(0, at) + SECRET + "…" + message.substring(message.indexOf('\001', at + 1));
        return shown.replace('\001', '|');
    }
}
