package io.daybook.client;

import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.HeadDescriptor;
import io.daybook.wire.HeartbeatDescriptor;
import io.daybook.wire.MessageCheck;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes bytes, checks the order of the numbered stream, and calls the listener. Used by the I/O thread. */
final class InboundStream {
    private static final int CAPACITY = 1 << 17;

    /** Receives the messages that control the connection. */
    interface Steering {
        void onWelcome(byte[] bytes, int offset) throws IOException;

        void onBye(byte[] bytes, int offset) throws IOException;

        /** The stream has a message for drop copies only. */
        void onCopy() throws IOException;

        /** Returns whether the connection has had its WELCOME, so that other messages may come. */
        boolean isWelcomed();
    }

    private final StreamPosition position;
    private final ClientListener listener;
    private final Outbound outbound;
    private final boolean dropCopy;
    private final @Nullable ClientHops hops;
    private final Answer answer = new Answer();
    private final Fill fill = new Fill();
    private final Off off = new Off();
    private final OrderStatus status = new OrderStatus();
    private final byte[] bytes = new byte[CAPACITY];
    private int end;

    InboundStream(
            final StreamPosition position,
            final ClientListener listener,
            final Outbound outbound,
            final boolean dropCopy,
            final @Nullable ClientHops hops) {
        this.position = position;
        this.listener = listener;
        this.outbound = outbound;
        this.dropCopy = dropCopy;
        this.hops = hops;
    }

    /** Begins a new connection: drops the incomplete frame of the old one. */
    void clear() {
        end = 0;
    }

    /**
     * Takes the bytes that were read, at most {@link #room()}, and delivers all whole messages.
     *
     * @throws IOException if the bytes violate the protocol, or the stream has a gap
     */
    void take(final ByteBuffer source, final Steering steering) throws IOException {
        final int count = source.remaining();
        source.get(bytes, end, count);
        end += count;
        int start = 0;
        while (true) {
            final int length = Frame.scan(bytes, start, end - start);
            if (length == 0) {
                break;
            }
            if (length < 0) {
                throw new IOException("the venue sent an invalid frame: wrong at byte " + ~length);
            }
            tell(start, steering);
            start += length;
        }
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, end - start);
            end -= start;
        }
    }

    /**
     * The number of bytes that can be taken: at least the longest frame, because at most an incomplete frame is kept.
     */
    int room() {
        return bytes.length - end;
    }

    private void tell(final int offset, final Steering steering) throws IOException {
        final int template = Frame.template(bytes, offset);
        final int fault = MessageCheck.ofVenue(bytes, offset);
        if (fault == Frame.TEMPLATE_OFFSET) {
            return; // a message of a later version
        }
        if (fault != Frame.OK) {
            throw new IOException(
                    "the venue sent an invalid message: template=" + template + ", wrong at byte " + fault);
        }
        switch (template) {
            case Templates.WELCOME -> steering.onWelcome(bytes, offset);
            case Templates.BYE -> steering.onBye(bytes, offset);
            default -> {
                if (!steering.isWelcomed()) {
                    throw new IOException("the venue sent a message " + template + " before WELCOME");
                }
                tellWelcomed(template, offset, steering);
            }
        }
    }

    private void tellWelcomed(final int template, final int offset, final Steering steering) throws IOException {
        if (template == Templates.STATUS_IS) {
            listener.onStatus(status.wrap(bytes, offset));
            return;
        }
        if (template == Templates.HEARTBEAT) {
            requireDue(HeartbeatDescriptor.nextOut(bytes, offset)); // else messages before it were lost
            return;
        }
        final long out = HeadDescriptor.out(bytes, offset);
        requireDue(out);
        switch (template) {
            case Templates.ANSWER -> {
                if (!dropCopy) {
                    final long request = AnswerDescriptor.request(bytes, offset);
                    if (request > OrderNumbers.MAX_REQUEST) {
                        steering.onCopy();
                    }
                    outbound.settle(request);
                    if (hops == null) {
                        listener.onAnswer(wrapped(answer, offset));
                    } else {
                        tellTimed(hops, HeadDescriptor.seq(bytes, offset), request, offset);
                    }
                    position.lastAnswered = Math.max(position.lastAnswered, request);
                } else {
                    listener.onAnswer(wrapped(answer, offset));
                }
            }
            case Templates.FILL -> listener.onFill(wrapped(fill, offset));
            default -> listener.onOff(wrapped(off, offset));
        }
        position.nextOut = out + 1;
    }

    private <V extends StreamView> V wrapped(final V view, final int offset) {
        view.wrap(bytes, offset);
        return view;
    }

    private void tellTimed(final ClientHops timed, final long seq, final long request, final int offset) {
        timed.decoded(seq, request);
        answer.wrap(bytes, offset);
        timed.told(seq);
        listener.onAnswer(answer);
    }

    private void requireDue(final long out) throws IOException {
        if (out != position.nextOut) {
            throw new IOException("the venue's stream has number " + out + " where " + position.nextOut + " was due");
        }
    }

    /**
     * Compares a welcome with the position of the stream.
     *
     * @return why history is lost; empty if it is not
     */
    String lostHistory(final byte[] welcome, final int offset) {
        final byte[] exchangeId = new byte[WelcomeDescriptor.EXCHANGE_ID_LENGTH];
        WelcomeDescriptor.copyExchangeId(welcome, offset, exchangeId);
        if (position.knowsExchange() && !Arrays.equals(position.exchangeId, exchangeId)) {
            return "the exchange id of the venue has changed";
        }
        final long history = WelcomeDescriptor.history(welcome, offset);
        final boolean isOfBefore = WelcomeDescriptor.isHistoryLost(welcome, offset)
                && position.nextOut > 1
                && position.nextOut < WelcomeDescriptor.firstOut(welcome, offset);
        if (position.knowsExchange() ? history != position.history : isOfBefore) {
            return "the venue was restored from a backup, history " + history
                    + ": the fate of requests without an answer" + " is unknown";
        }
        final long lastRequest = WelcomeDescriptor.lastRequest(welcome, offset);
        if (lastRequest < position.lastAnswered) {
            return "the venue has requests up to " + lastRequest + ", but had answered request "
                    + position.lastAnswered;
        }
        final long nextOut = WelcomeDescriptor.nextOut(welcome, offset);
        if (nextOut < position.nextOut) {
            return "the venue's next message is " + nextOut + ", but messages up to " + (position.nextOut - 1)
                    + " were received already";
        }
        return "";
    }

    /** Continues the stream of the venue; reports messages that the venue no longer has as missed. */
    void welcome(final byte[] welcome, final int offset) {
        WelcomeDescriptor.copyExchangeId(welcome, offset, position.exchangeId);
        position.history = WelcomeDescriptor.history(welcome, offset);
        final long firstOut = WelcomeDescriptor.firstOut(welcome, offset);
        if (position.nextOut == 0) {
            position.nextOut = WelcomeDescriptor.nextOut(welcome, offset);
        } else if (position.nextOut < firstOut) {
            final long missed = position.nextOut;
            position.nextOut = firstOut;
            listener.onMissed(missed, firstOut - 1);
        }
    }
}
