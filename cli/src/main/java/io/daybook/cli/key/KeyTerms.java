package io.daybook.cli.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options for a new key. */
final class KeyTerms {
    @Parameters(paramLabel = "NAME", description = "The name of the key, for people.")
    String name = "";

    @Option(names = "--kind", paramLabel = "KIND", description = "bearer (the default), hmac, ed25519 or password.")
    String kind = "bearer";

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "viewer, trader, operator or admin. May be repeated.")
    List<String> roles = new ArrayList<>();

    @Option(
            names = "--account",
            paramLabel = "NAME=UID",
            description = "An account for which a trader may trade. May be repeated.")
    Map<String, Long> accounts = new LinkedHashMap<>();

    @Option(
            names = "--from",
            paramLabel = "RANGE",
            description = "Addresses from which the key is valid, such as 10.0.0.0/8. May be repeated.")
    List<String> from = new ArrayList<>();

    @Option(names = "--expires", paramLabel = "TIME", description = "The time at which the key becomes invalid.")
    @Nullable
    String expires;

    @Option(names = "--public-key", paramLabel = "BASE64", description = "The public key, for the kind ed25519.")
    @Nullable
    String publicKey;
}
