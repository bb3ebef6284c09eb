package io.daybook.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server's own part of {@code daybook.toml}.
 *
 * @param servesHttp whether the venue has a door for HTTP; without one, only the log's settings are used
 * @param http the door for HTTP
 * @param log the settings of the log
 * @param folder the folder of the server, with keys and audit log; by default {@code server} in the exchange's folder
 * @param masterKeyFile the file of the key that encrypts HMAC secrets; null if it is in {@code folder}
 * @param requestsPerSecond the limit per key, and per address for requests without a key
 * @param ordersPerSecond the limit per key
 */
public record ServerSettings(
        boolean servesHttp,
        HttpSettings http,
        LogSettings log,
        Path folder,
        @Nullable Path masterKeyFile,
        int requestsPerSecond,
        int ordersPerSecond) {

    /** These settings with another door for HTTP. */
    public ServerSettings with(final HttpSettings other) {
        return new ServerSettings(servesHttp, other, log, folder, masterKeyFile, requestsPerSecond, ordersPerSecond);
    }
}
