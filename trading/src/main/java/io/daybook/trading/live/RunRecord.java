package io.daybook.trading.live;

import io.daybook.client.OrderType;
import io.daybook.trading.OrderPort;
import io.daybook.trading.TraderConfig;
import io.daybook.wire.OrderNumbers;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a trader receives and sends, and when, in the lines that {@link RunEvent} describes. Used by the trader's
 * thread.
 */
final class RunRecord implements OrderPort, AutoCloseable {
    private final OrderPort port;
    private final BufferedWriter out;
    private @Nullable IOException failure;
    private long nowNs;

    /** Begins a record with the settings of the trader's owner, and those of the trader. */
    RunRecord(final Path file, final OrderPort port, final TraderConfig config, final List<String> settings)
            throws IOException {
        this.port = port;
        out = Files.newBufferedWriter(file);
        settings.forEach(this::setting);
        setting("symbols=" + config.symbols().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        setting("levels=" + config.levels());
        setting("channels=" + config.channels());
    }

    void setting(final String pair) {
        write(RunEvent.SETTING, pair);
    }

    /** Sets the time of the events from now on. */
    void at(final long newNowNs) {
        nowNs = newNowNs;
    }

    void add(final RunEvent event, final long value) {
        write(event, Long.toString(value));
    }

    /** Writes a line. A full disk ends the record, not the trading. */
    private void write(final RunEvent event, final String value) {
        if (failure != null) {
            return;
        }
        try {
            out.append(event.name()).append(',').append(Long.toString(nowNs)).append(',');
            out.append(value).append('\n');
        } catch (final IOException e) {
            failure = e;
        }
    }

    private long sent(final long request) {
        if (request >= 0) {
            add(RunEvent.SENT, request);
        }
        return request;
    }

    @Override
    public long place(
            final int handle,
            final int symbol,
            final int side,
            final OrderType type,
            final long price,
            final long size) {
        final long id = port.place(handle, symbol, side, type, price, size);
        if (id >= 0) {
            sent(OrderNumbers.request(id));
        }
        return id;
    }

    @Override
    public long replace(final int handle, final long price, final long total) {
        return sent(port.replace(handle, price, total));
    }

    @Override
    public long cancel(final int handle) {
        return sent(port.cancel(handle));
    }

    @Override
    public boolean status(final int handle) {
        final boolean isAsked = port.status(handle);
        if (isAsked) {
            add(RunEvent.OTHER, 0);
        }
        return isAsked;
    }

    /**
     * Ends the record.
     *
     * @throws UncheckedIOException if not all of it could be written
     */
    @Override
    public void close() {
        try {
            out.close();
        } catch (final IOException e) {
            failure = failure == null ? e : failure;
        }
        if (failure != null) {
            throw new UncheckedIOException(
                    "the record of the run is incomplete; writing it failed: " + failure.getMessage(), failure);
        }
    }
}
