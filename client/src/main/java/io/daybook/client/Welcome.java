package io.daybook.client;

import io.daybook.wire.WelcomeDescriptor;
import java.util.HexFormat;

/** The venue's answer to a login. A view, valid during the call only. */
public final class Welcome {
    private byte[] bytes = new byte[0];
    private int offset;

    Welcome() {}

    Welcome wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
        return this;
    }

    /** The last request of the session that was carried out or refused. */
    public long lastRequest() {
        return WelcomeDescriptor.lastRequest(bytes, offset);
    }

    /** The number of the next new message of the stream; the messages before it follow at once. */
    public long nextOut() {
        return WelcomeDescriptor.nextOut(bytes, offset);
    }

    /** The oldest number that is kept. */
    public long firstOut() {
        return WelcomeDescriptor.firstOut(bytes, offset);
    }

    /** The heartbeat interval of this connection, in ms. */
    public int heartbeatMs() {
        return WelcomeDescriptor.heartbeatMs(bytes, offset);
    }

    /** Returns whether the venue may lose answers when its power fails. */
    public boolean lossOnPowerFailure() {
        return WelcomeDescriptor.lossOnPowerFailure(bytes, offset);
    }

    /**
     * Returns whether the venue was restored from a backup, and none of the session's requests was carried out since:
     * the fate of requests without an answer in the stream is unknown.
     */
    public boolean historyLost() {
        return WelcomeDescriptor.isHistoryLost(bytes, offset);
    }

    /** The number of the venue's history; 0 until the venue is restored from a backup. */
    public long history() {
        return WelcomeDescriptor.history(bytes, offset);
    }

    /** The exchange's id, as 32 hexadecimal digits. Allocates. */
    public String exchangeId() {
        final byte[] id = new byte[WelcomeDescriptor.EXCHANGE_ID_LENGTH];
        WelcomeDescriptor.copyExchangeId(bytes, offset, id);
        return HexFormat.of().formatHex(id);
    }
}
