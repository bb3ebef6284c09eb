package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The permissions of each route, as a table. A route that is not in the table fails the test. */
@Proves("the permissions of each route, as a table")
class RoutesTest {
    /** A path, or one of the methods of the path before it. */
    private static final Pattern PATH_OR_METHOD =
            Pattern.compile("\"(/[^\"]*)\":\\{|\"(get|post|patch|delete)\":\\{\"operationId\"");

    private static final List<String> SENDERS = List.of("nobody", "viewer", "trader", "operator", "admin");

    /** An x for each sender that may use the route: nobody, viewer, trader, operator, admin. */
    private static final String TABLE = """
            GET    /livez                               xxxxx
            GET    /readyz                              xxxxx
            GET    /healthz                             xxxxx
            GET    /v1/status                           xxxxx
            GET    /v1/openapi.json                     xxxxx
            GET    /problems/{code}                     xxxxx
            GET    /metrics                             .x.xx
            GET    /v1/time                             xxxxx
            GET    /v1/listings                         xxxxx
            GET    /v1/listings/{symbol}                xxxxx
            GET    /v1/book/{symbol}                    xxxxx
            GET    /v1/trades/{symbol}                  xxxxx
            GET    /v1/ticker                           xxxxx
            GET    /v1/ticker/{symbol}                  xxxxx
            GET    /v1/candles/{symbol}                 xxxxx
            GET    /v1/stream                           xxxxx
            POST   /v1/orders                           ..x..
            GET    /v1/orders                           ..x..
            DELETE /v1/orders                           ..x..
            GET    /v1/orders/by-client/{clientOrderId} ..x..
            GET    /v1/orders/{id}                      ..x..
            PATCH  /v1/orders/{id}                      ..x..
            DELETE /v1/orders/{id}                      ..x..
            GET    /v1/fills                            ..x..
            GET    /v1/account                          ..x..
            GET    /v1/positions                        ..x..
            GET    /v1/session                          .xxxx
            POST   /v1/session                          xxxxx
            POST   /v1/session/code                     .xxxx
            GET    /v1/keys                             .xxxx
            POST   /v1/logout                           .xxxx
            POST   /v1/password                         .xxxx
            GET    /v1/admin/overview                   .x.xx
            GET    /v1/admin/journal                    .x.xx
            GET    /v1/admin/balance                    ...xx
            GET    /v1/admin/users/{uid}                .x.xx
            GET    /v1/admin/users                      .x.xx
            POST   /v1/admin/users                      ...xx
            POST   /v1/admin/users/{uid}/suspend        ...xx
            POST   /v1/admin/users/{uid}/resume         ...xx
            POST   /v1/admin/users/{uid}/adjust         ...xx
            POST   /v1/admin/users/{uid}/settings       ...xx
            POST   /v1/admin/kill-switch                ...xx
            POST   /v1/admin/snapshot                   ...xx
            POST   /v1/admin/listings                   ...xx
            GET    /v1/admin/sessions                   .x.xx
            POST   /v1/admin/sessions/{session}/end     ...xx
            POST   /v1/admin/sessions/{session}/admit   ...xx
            GET    /v1/admin/history                    .x.xx
            GET    /v1/admin/latency                    .x.xx
            GET    /v1/admin/hops                       .x.xx
            GET    /v1/admin/snapshots                  .x.xx
            GET    /v1/admin/audit                      .x.xx
            POST   /v1/admin/backup                     ...xx
            POST   /v1/admin/reload                     ....x
            POST   /v1/admin/stop                       ....x
            GET    /v1/admin/keys                       ....x
            POST   /v1/admin/keys                       ....x
            DELETE /v1/admin/keys/{number}              ....x
            POST   /v1/admin/keys/{number}/on           ....x
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldLetInWhoMayAndNobodyElse() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final Map<String, String> tokens = new HashMap<>(Map.of("nobody", "", "admin", venue.adminToken()));
            venue.user(301, "1", "1");
            for (final String role : List.of("viewer", "trader", "operator")) {
                tokens.put(
                        role,
                        ServedVenue.member(
                                ServedVenue.ok(venue.send(
                                        venue.adminToken(),
                                        "POST",
                                        "/v1/admin/keys",
                                        "{\"name\":\"" + role + "\",\"kind\":\"bearer\",\"roles\":[\"" + role + "\"]"
                                                + (role.equals("trader") ? ",\"accounts\":{\"A\":301}}" : "}"))),
                                "secret"));
            }
            final TreeSet<String> routes = new TreeSet<>();
            final StringBuilder found = new StringBuilder();
            for (final String line : TABLE.lines().toList()) {
                final String[] words = line.split(" +");
                routes.add(words[0] + " " + words[1]);
                final String target = words[1].replace("{symbol}", "BTC-EUR").replaceAll("\\{\\w+\\}", "9");
                final StringBuilder row = new StringBuilder();
                for (final String sender : SENDERS) {
                    final int status =
                            venue.send(tokens.get(sender), words[0], target, "").statusCode();
                    row.append(status == 401 || status == 403 ? '.' : 'x');
                }
                found.append(String.format("%-6s %-36s %s%n", words[0], words[1], row));
            }
            assertEquals(TABLE, found.toString());
            assertEquals(described(ServedVenue.ok(venue.get("", "/v1/openapi.json"))), routes);
        }
    }

    static TreeSet<String> described(final String description) {
        final TreeSet<String> routes = new TreeSet<>();
        final Matcher found = PATH_OR_METHOD.matcher(description);
        String path = "";
        while (found.find()) {
            if (found.group(1) == null) {
                routes.add(found.group(2).toUpperCase(Locale.ROOT) + " " + path);
            } else {
                path = found.group(1);
            }
        }
        return routes;
    }
}
