package io.daybook.server.identity;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sqlite.SQLiteConfig;

/** Reads and changes a closed store for a restore. It needs no master key. */
public final class KeyChanges {
    /**
     * A value of the column {@code ended}: the key is off until an operator switches it on. Earlier builds treat such a
     * key as ended.
     */
    static final int OFF = 2;

    /** A row of the table {@code meta}: the least number of the next key. */
    static final String NEXT = "next";

    private static final int LEAST_STEP = 256;

    /** 1 January 2026, in hours since the epoch: no venue is older. */
    private static final long BEGIN_HOURS = 490_896;

    private static final int SECONDS_OF_HOUR = 3_600;

    private KeyChanges() {}

    /**
     * A key with the stored form of its secret.
     *
     * @param number the number of the key
     * @param name the name that people use
     * @param roles the roles as the store has them
     * @param isEnded whether the key was ended, for good
     * @param isOff whether an earlier restore has switched the key off
     * @param kept the stored form of the secret
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by isSameAs
    public record Row(int number, String name, String roles, boolean isEnded, boolean isOff, byte[] kept) {
        /** Returns whether the key has the role of an admin. */
        public boolean isAdmin() {
            return Arrays.asList(roles.split(" ")).contains(Role.ADMIN.text());
        }

        /** Returns whether the row of another store has the same secret, name and roles. */
        public boolean isSameAs(final Row other) {
            return name.equals(other.name) && roles.equals(other.roles) && Arrays.equals(kept, other.kept);
        }
    }

    /** All keys of a store. */
    public static List<Row> read(final Path file) throws IOException {
        final SQLiteConfig reading = new SQLiteConfig();
        reading.setReadOnly(true);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, reading.toProperties());
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT number, name, roles, ended, secret FROM key ORDER BY number")) {
            final List<Row> rows = new ArrayList<>();
            while (row.next()) {
                final int ended = row.getInt("ended");
                rows.add(new Row(
                        row.getInt("number"),
                        row.getString("name"),
                        row.getString("roles"),
                        ended != 0 && ended != OFF,
                        ended == OFF,
                        row.getBytes("secret")));
            }
            return rows;
        } catch (SQLException e) {
            throw new IOException("the keys cannot be read: " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The least number of the next key, which avoids all numbers of the lost history if the venue made less than one
     * key per hour on average.
     *
     * @param last the last known number
     */
    public static int raised(final int last, final long history) {
        final long hours = Math.max(0, history / SECONDS_OF_HOUR - BEGIN_HOURS);
        return (int) Math.min(ApiKey.LAST, Math.max(last + 1L + LEAST_STEP, ApiKey.FIRST + hours));
    }

    /** Switches keys off, ends keys, and sets the least number of the next key: all or nothing, forced. */
    public static void write(final Path file, final List<Integer> off, final List<Integer> ended, final int next)
            throws IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            try (Statement settings = connection.createStatement()) {
                settings.execute("PRAGMA synchronous=FULL");
            }
            connection.setAutoCommit(false);
            set(connection, off, OFF);
            set(connection, ended, 1);
            try (PreparedStatement meta =
                    connection.prepareStatement("INSERT OR REPLACE INTO meta VALUES ('" + NEXT + "', ?)")) {
                meta.setInt(1, next);
                meta.executeUpdate();
            }
            connection.commit();
        } catch (SQLException e) {
            throw new IOException("the keys cannot be changed: " + file + ": " + e.getMessage(), e);
        }
    }

    private static void set(final Connection connection, final List<Integer> keys, final int ended)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE key SET ended = ? WHERE number = ?")) {
            for (final int key : keys) {
                update.setInt(1, ended);
                update.setInt(2, key);
                update.executeUpdate();
            }
        }
    }
}
