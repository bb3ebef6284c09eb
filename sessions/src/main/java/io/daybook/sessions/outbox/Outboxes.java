package io.daybook.sessions.outbox;

import io.daybook.host.storage.JournalStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The outboxes of all sessions. Each has a folder, whose name is the session's number. */
public final class Outboxes {
    private static final String FOLDER = "gateway";

    private final JournalStorage storage;
    private final Path folder;
    private final OutboxLimits limits;
    private final BiConsumer<String, Throwable> onFailure;
    private final List<Outbox> all = new ArrayList<>();
    private boolean isRecovered;

    /**
     * Creates an empty set.
     *
     * @param data the gateway's own folder
     * @param onFailure receives failures of outboxes that cannot be read
     */
    public Outboxes(
            final JournalStorage storage,
            final Path data,
            final OutboxLimits limits,
            final BiConsumer<String, Throwable> onFailure) {
        this.onFailure = onFailure;
        this.storage = storage;
        this.folder = data.resolve(FOLDER);
        this.limits = limits;
    }

    /** The folder of a session's outbox. */
    static Path folderOf(final Path data, final int session) {
        return data.resolve(FOLDER).resolve(Integer.toString(session));
    }

    /** Returns the outbox of a session, which is not open yet. */
    public Outbox of(final int session) {
        final Outbox outbox = new Outbox(storage, folder.resolve(Integer.toString(session)), session, limits);
        all.add(outbox);
        return outbox;
    }

    /** Opens the outbox of a session at the position of the book. */
    public void open(final SessionStream session) {
        final Outbox outbox = session.outbox();
        try {
            outbox.open(session.nextOut());
        } catch (IOException e) {
            outbox.refuse();
            onFailure.accept("the outbox of session " + session.session(), e);
        }
        if (isRecovered) {
            outbox.recovered();
        }
    }

    /** Called when the whole journal was read. */
    public void recovered() {
        isRecovered = true;
        all.forEach(Outbox::recovered);
    }

    /** Forces and closes all outboxes. */
    public void close() throws IOException {
        @Nullable IOException first = null;
        for (final Outbox outbox : all) {
            try {
                outbox.close();
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Deletes the messages of a session, so that the next start makes its outbox again, from the newest snapshot with
     * the gateway's part. The gateway must not run.
     *
     * @return the outbox's new epoch
     */
    public static int reset(final JournalStorage storage, final Path data, final int session) throws IOException {
        final Path own = folderOf(data, session);
        if (!storage.exists(own)) {
            throw new IllegalArgumentException("session must have an outbox: session=" + session + " folder=" + own);
        }
        for (final String name : storage.list(own)) {
            if (OutboxFormat.isFileName(name)) {
                storage.delete(own.resolve(name));
            }
        }
        storage.forceDirectory(own);
        final int epoch = OutboxEpoch.readOrZero(storage, own) + 1;
        OutboxEpoch.write(storage, own, epoch);
        OutboxVerdict.delete(storage, own);
        storage.forceDirectory(own);
        return epoch;
    }
}
