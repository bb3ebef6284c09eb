package io.daybook.sessions;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import java.util.UUID;

/** The log of an exchange in this process. Only this process sends commands, and none is lost. */
public final class OwnLog implements SessionLog {
    private static final long ALWAYS = 1;

    private final Exchange exchange;
    private final UUID id;
    private final String follower;
    private final CommandDoor door;

    /**
     * Creates the log of a running exchange.
     *
     * @param follower the name under which commands are sent
     */
    public OwnLog(final Exchange exchange, final UUID id, final String follower) {
        this.exchange = exchange;
        this.id = id;
        this.follower = follower;
        this.door = exchange.newDoor(follower);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public UUID exchangeId() {
        return id;
    }

    @Override
    public boolean hasEnded() {
        return exchange.state() == ExchangeState.FAILED || exchange.state() == ExchangeState.CLOSED;
    }

    @Override
    public long leadership() {
        return ALWAYS;
    }

    @Override
    public String leader() {
        return "";
    }

    @Override
    public CommandDoor door() {
        return door;
    }

    @Override
    public CommandDoor newDoor() {
        return exchange.newDoor(follower);
    }

    @Override
    public long open(final int session) {
        return 0;
    }

    @Override
    public boolean isOpen(final int session) {
        return true;
    }

    @Override
    public boolean work() {
        return false;
    }

    @Override
    public void close() {
        // the owner of the exchange closes it
    }
}
