package io.daybook.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server's own part of {@code daybook.toml}.
 *
 * @param servesHttp whether the venue has a door for HTTP; without one the rest but the log is not used
 * @param http the door for HTTP
 * @param log what is logged, and where to
 * @param folder of the server: keys, the audit log; {@code server} in the exchange's folder
 * @param masterKeyFile under which HMAC secrets are kept; null for one in {@code folder}
 * @param requestsPerSecond of each key, and of each address without one
 * @param ordersPerSecond of each key
 */
public record ServerSettings(
        boolean servesHttp,
        HttpSettings http,
        LogSettings log,
        Path folder,
        @Nullable Path masterKeyFile,
        int requestsPerSecond,
        int ordersPerSecond) {}
