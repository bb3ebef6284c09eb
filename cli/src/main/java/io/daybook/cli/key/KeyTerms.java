package io.daybook.cli.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The rights of a new key, in the words of the command line. */
final class KeyTerms {
    @Parameters(paramLabel = "NAME", description = "For people.")
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
            description = "A user for whom a trader may trade. May be repeated.")
    Map<String, Long> accounts = new LinkedHashMap<>();

    @Option(
            names = "--from",
            paramLabel = "RANGE",
            description = "Addresses from which it counts, as 10.0.0.0/8. May be repeated.")
    List<String> from = new ArrayList<>();

    @Option(names = "--expires", paramLabel = "TIME", description = "From when on it does not count.")
    @Nullable
    String expires;

    @Option(names = "--public-key", paramLabel = "BASE64", description = "Of an ed25519 key.")
    @Nullable
    String publicKey;
}
