package io.daybook.server.backup;

import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.KeyChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Corrects the keys of a copy, because the copy does not show which keys were ended after the backup. If the keys of
 * the lost folder are given, the keys end or stay as they are there; otherwise all keys except the admins' are switched
 * off.
 */
final class RestoredKeys {
    private RestoredKeys() {}

    /** Plans {@link #restore}, and changes nothing; returns what it would do, a sentence each. */
    static List<String> look(final Path copy, final @Nullable Path lost) throws IOException {
        return told(KeyChanges.read(copy), lost == null ? null : KeyChanges.read(lost));
    }

    /**
     * Switches keys off, ends keys that had ended in the lost folder, and raises the number of the next key; returns a
     * sentence for each.
     */
    static List<String> restore(final Path copy, final @Nullable Path lost, final long history) throws IOException {
        final List<KeyChanges.Row> own = KeyChanges.read(copy);
        final List<KeyChanges.Row> old = lost == null ? null : KeyChanges.read(lost);
        final List<Integer> off = new ArrayList<>();
        final List<Integer> ended = new ArrayList<>();
        for (final KeyChanges.Row row : own) {
            switch (fate(row, old)) {
                case OFF -> off.add(row.number());
                case ENDED -> ended.add(row.number());
                case KEPT -> {}
            }
        }
        int last = ApiKey.FIRST;
        for (final KeyChanges.Row row : old == null ? own : old) {
            last = Math.max(last, row.number());
        }
        KeyChanges.write(copy, off, ended, KeyChanges.raised(last, history));
        return told(own, old);
    }

    private enum Fate {
        KEPT,
        OFF,
        ENDED
    }

    private static Fate fate(final KeyChanges.Row row, final @Nullable List<KeyChanges.Row> lost) {
        if (row.isEnded()) {
            return Fate.KEPT;
        }
        final KeyChanges.Row other = lost == null ? null : numbered(row.number(), lost);
        if (other != null && other.isEnded()) {
            return Fate.ENDED;
        }
        if (row.isOff()) {
            return Fate.KEPT; // stays off
        }
        final boolean isKept = lost == null ? row.isAdmin() : other != null && !other.isOff() && row.isSameAs(other);
        return isKept ? Fate.KEPT : Fate.OFF;
    }

    private static KeyChanges.@Nullable Row numbered(final int number, final List<KeyChanges.Row> rows) {
        for (final KeyChanges.Row row : rows) {
            if (row.number() == number) {
                return row;
            }
        }
        return null;
    }

    private static List<String> told(final List<KeyChanges.Row> own, final @Nullable List<KeyChanges.Row> lost) {
        final List<String> lines = new ArrayList<>();
        final TreeSet<Integer> known = new TreeSet<>();
        for (final KeyChanges.Row row : own) {
            known.add(row.number());
            switch (fate(row, lost)) {
                case OFF ->
                    lines.add("key k" + row.number() + " " + row.name() + ": is off"
                            + (lost == null ? "" : ", because it was changed after the backup"));
                case ENDED ->
                    lines.add("key k" + row.number() + " " + row.name()
                            + ": was ended after the backup, and is ended here, too");
                case KEPT -> {}
            }
        }
        if (lost != null) {
            for (final KeyChanges.Row row : lost) {
                if (!known.contains(row.number())) {
                    lines.add("key k" + row.number() + " " + row.name() + ": was made after the backup; make it again");
                }
            }
        }
        return lines;
    }
}
