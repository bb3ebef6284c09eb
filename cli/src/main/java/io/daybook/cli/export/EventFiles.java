package io.daybook.cli.export;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of an export, in a folder of their own: {@code events-FIRST-LAST.csv} has the rows of the commands FIRST to
 * LAST. A file gets this name once it is on the disk; until then it is {@code events.part}, which the next start begins
 * anew. The file {@code EXPORT} names the exchange and the last command of the files, so files may be moved away. Used
 * by one thread.
 */
final class EventFiles implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("events-(\\d{20})-(\\d{20})\\.(\\w+)");
    private static final String PART = "events.part";
    private static final String STATE = "EXPORT";
    private static final String LOCK = "LOCK";
    private static final String LAST_SEQ = "lastSeq";
    private static final int BUFFER = 1 << 18;

    private final FileJournalStorage storage = new FileJournalStorage();
    private final Path folder;
    private final EventFormat format;
    private final Properties state = new Properties();
    private final StorageLock lock;
    private long lastSeq;
    private @Nullable FileChannel channel;
    private @Nullable OutputStream out;
    private long firstOfFile;
    private long bytes;

    /**
     * Opens a folder, or creates it.
     *
     * @param exchange the id of the exchange, with its history
     * @throws ForeignFolderException if the folder has other content, or another process writes there
     */
    EventFiles(final Path folder, final EventFormat format, final String exchange)
            throws IOException, ForeignFolderException {
        this.folder = folder;
        this.format = format;
        storage.createDirectories(folder.toAbsolutePath());
        try {
            this.lock = storage.lock(folder.resolve(LOCK), "daybook export");
        } catch (StorageLockedException e) {
            throw new ForeignFolderException(folder + " is written by another export: " + e.getMessage());
        }
        try {
            readState(exchange);
            storage.delete(folder.resolve(PART));
            lastSeq = Math.max(Long.parseLong(state.getProperty(LAST_SEQ)), newestFile());
        } catch (IOException | ForeignFolderException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Thrown if the folder cannot be continued. */
    static final class ForeignFolderException extends Exception {
        private static final long serialVersionUID = 1;

        ForeignFolderException(final String message) {
            super(message, null, false, false);
        }
    }

    private void readState(final String exchange) throws IOException, ForeignFolderException {
        final Path file = folder.resolve(STATE);
        if (storage.exists(file)) {
            state.load(new StringReader(Files.readString(file)));
        } else if (newestFile() > 0) {
            throw new ForeignFolderException(folder + " has files of events, and no file " + STATE
                    + " that names their exchange. Name another folder");
        }
        require("exchange", exchange);
        require("format", format.text());
        require("columns", Integer.toString(EventColumn.VERSION));
        if (state.putIfAbsent(LAST_SEQ, "0") == null) {
            writeState(); // before the first file, so that an export that is killed later can continue
        }
    }

    private void require(final String key, final String wanted) throws ForeignFolderException {
        final Object found = state.putIfAbsent(key, wanted);
        if (found != null && !found.equals(wanted)) {
            throw new ForeignFolderException(folder + " has the export of another " + key + ": " + key + "=" + found
                    + ", and this one is " + wanted + ". Name another folder");
        }
    }

    private long newestFile() throws IOException {
        long newest = 0;
        for (final String name : storage.list(folder)) {
            final Matcher file = NAME.matcher(name);
            if (file.matches()) {
                newest = Math.max(newest, Long.parseLong(file.group(2)));
            }
        }
        return newest;
    }

    /** The last command whose rows are on the disk; 0 for none. */
    long lastSeq() {
        return lastSeq;
    }

    /** The number of bytes of the current file. */
    long bytes() {
        return bytes;
    }

    /** Returns whether a file is being written. */
    boolean isOpen() {
        return out != null;
    }

    /** Begins a file with the rows of a command. */
    void begin(final long seq) throws IOException {
        final FileChannel created = FileChannel.open(
                folder.resolve(PART),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        channel = created;
        out = new BufferedOutputStream(Channels.newOutputStream(created), BUFFER);
        firstOfFile = seq;
        bytes = 0;
    }

    /** Writes rows into the file. */
    void write(final RowBytes rows) throws IOException {
        final OutputStream open = out;
        if (open == null) {
            throw new IllegalStateException("a file must have begun");
        }
        bytes += rows.length();
        rows.take(open);
    }

    /** Forces the file, and gives it its final name. */
    void finish(final long seq) throws IOException {
        final OutputStream open = out;
        final FileChannel written = channel;
        if (open == null || written == null) {
            return;
        }
        open.flush();
        written.force(true);
        written.close();
        out = null;
        channel = null;
        storage.rename(
                folder.resolve(PART),
                folder.resolve(String.format("events-%020d-%020d.%s", firstOfFile, seq, format.text())));
        storage.forceDirectory(folder);
        lastSeq = seq;
        state.setProperty(LAST_SEQ, Long.toString(seq));
        writeState();
    }

    private void writeState() throws IOException {
        final StringBuilder text = new StringBuilder();
        state.stringPropertyNames().stream().sorted().forEach(key -> text.append(key)
                .append('=')
                .append(state.getProperty(key))
                .append('\n'));
        final Path fresh = folder.resolve(STATE + ".part");
        try (FileChannel to = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            Channels.newOutputStream(to).write(text.toString().getBytes(StandardCharsets.US_ASCII));
            to.force(true);
        }
        storage.rename(fresh, folder.resolve(STATE));
        storage.forceDirectory(folder);
    }

    /** Leaves an unfinished file to the next start. */
    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            lock.close();
        }
    }
}
