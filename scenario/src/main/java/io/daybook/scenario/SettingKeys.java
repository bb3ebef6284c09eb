package io.daybook.scenario;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.daybook.api.StpMode;
import io.daybook.api.UserSetting;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes the settings of a user as the object of the key {@code set}. */
final class SettingKeys {
    private static final String NAMES =
            Stream.of(UserSetting.values()).map(SettingKeys::key).collect(Collectors.joining(", "));

    private SettingKeys() {}

    private static String key(final UserSetting setting) {
        return switch (setting) {
            case STP_MODE -> "stpMode";
            case STP_GROUP -> "stpGroup";
            case MAX_OPEN_ORDERS -> "maxOpenOrders";
        };
    }

    private static @Nullable UserSetting of(final String key) {
        for (final UserSetting setting : UserSetting.values()) {
            if (key(setting).equals(key)) {
                return setting;
            }
        }
        return null;
    }

    /** Reads the object that starts at the parser's current token. */
    static SortedMap<UserSetting, Long> read(final JsonParser parser) throws IOException, BadLineException {
        final SortedMap<UserSetting, Long> settings = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String name = parser.currentName();
            final UserSetting setting = of(name);
            if (setting == null) {
                throw new BadLineException(
                        "unknown key " + Excerpt.quoted(name) + " in \"set\"; expected one of " + NAMES);
            }
            parser.nextToken();
            if (settings.put(setting, value(parser, setting, name)) != null) {
                throw new BadLineException("duplicate key \"" + name + "\" in \"set\"");
            }
        }
        return settings;
    }

    private static long value(final JsonParser parser, final UserSetting setting, final String name)
            throws IOException, BadLineException {
        if (setting != UserSetting.STP_MODE || parser.currentToken() != JsonToken.VALUE_STRING) {
            return ScenarioReader.integer(parser, "set / " + name, Long.MIN_VALUE, Long.MAX_VALUE, Key.Kind.INT64);
        }
        for (final StpMode mode : StpMode.values()) {
            if (mode.name().equals(parser.getText())) {
                return mode.code();
            }
        }
        throw new BadLineException("key \"set / " + name + "\": unknown value " + Excerpt.quoted(parser.getText())
                + "; expected one of " + Arrays.toString(StpMode.values()));
    }

    /** Writes settings into an object that has been begun. */
    static void write(final Json json, final SortedMap<UserSetting, Long> settings) {
        json.object("set");
        settings.forEach((setting, value) -> {
            final int code = value.intValue();
            if (setting == UserSetting.STP_MODE && value == code && StpMode.isKnown(code)) {
                json.put(key(setting), StpMode.of(code).name());
            } else {
                json.put(key(setting), value);
            }
        });
        json.end();
    }
}
