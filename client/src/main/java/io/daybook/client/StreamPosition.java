package io.daybook.client;

import io.daybook.wire.WelcomeDescriptor;

/** The position of a client: the data that it needs to continue its stream and to detect a lost history. */
final class StreamPosition {
    /** The first number of the stream that the listener has not received; 0 to begin with new messages. */
    long nextOut;
    /** The highest request whose answer was received. */
    long lastAnswered;
    /** The number of the venue's history to which these numbers belong. */
    long history;
    /** The id of the exchange; all zero before the first welcome. */
    final byte[] exchangeId = new byte[WelcomeDescriptor.EXCHANGE_ID_LENGTH];

    StreamPosition(final long nextOut) {
        this.nextOut = nextOut;
    }

    boolean knowsExchange() {
        for (final byte b : exchangeId) {
            if (b != 0) {
                return true;
            }
        }
        return false;
    }
}
