package io.daybook.it;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.journal.access.JournalReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes golden folders of venues with doors, each with the files of its configuration. The arguments are the folder for
 * the results, the folder to work in, and the names of the folders to make; without names it makes all. The folders
 * under {@code golden/doors1} were made with the product code of commit e884d00d, those under {@code golden/doors2}
 * with the first version that sends terms; they are never made again.
 */
final class GoldenVenues {
    private static final String FIRST = "\"A\":301";
    private static final String BOTH = "\"A\":301,\"B\":302";
    private static final String LAST = "\"B\":302,\"C\":303";
    private static final String KEPT = "snapshotEveryMinutes = 0\nsnapshotRetainAll = true\n";
    private static final String FEED = "[feed]\nlevels = true\nkeptMinutes = 60\nkeptBytes = 1073741824\n";

    /** The number of commands that {@link ClusterVenue#begin} sends. */
    private static final long BEGUN = 4;

    private static final int[] FIX_SESSIONS = {20, 21, 22};

    private final Path out;
    private final Path work;
    private final HttpClient http = HttpClient.newHttpClient();

    private GoldenVenues(final Path out, final Path work) {
        this.out = out;
        this.work = work;
    }

    /** Makes the folders that are named, or all. */
    public static void main(final String[] args) throws Exception {
        final GoldenVenues venues =
                new GoldenVenues(Files.createDirectories(Path.of(args[0])), Files.createDirectories(Path.of(args[1])));
        final List<String> all = List.of("served-closed", "served-killed", "gateway-killed", "node");
        for (final String name : args.length > 2 ? List.of(args).subList(2, args.length) : all) {
            switch (name) {
                case "node" -> venues.node(name);
                case "gateway-killed" -> venues.gateway(name);
                default -> venues.serve(name, name.equals("served-closed"));
            }
        }
    }

    /**
     * Makes the folder of {@code daybook serve}, closed in order soon after its last snapshot, or killed long after it.
     */
    private void serve(final String name, final boolean isClosed) throws Exception {
        final Path folder = Files.createDirectories(work.resolve(name));
        final VenueProcess venue = new VenueProcess(folder, name.hashCode());
        final int fixPort = venue.withFix();
        venue.withHttp();
        venue.configure(KEPT, FEED, GoldenPrograms.sessions(FIRST));
        venue.endow();
        try {
            live(venue, fixPort, folder, isClosed);
        } finally {
            venue.kill();
        }
        pack(folder, name);
    }

    private void live(final VenueProcess venue, final int fixPort, final Path folder, final boolean isClosed)
            throws Exception {
        venue.start();
        try (GoldenPrograms programs = programs(venue, fixPort)) {
            live(venue, programs, folder, isClosed);
        }
    }

    private static GoldenPrograms programs(final VenueProcess venue, final int fixPort) {
        return new GoldenPrograms(venue::client, new int[] {fixPort}, venue.secret());
    }

    private void live(
            final VenueProcess venue, final GoldenPrograms programs, final Path folder, final boolean isClosed)
            throws Exception {
        final Requests requests = new Requests(venue);
        requests.begin();
        programs.trade();
        requests.trade("a");
        requests.ok(requests.admin, "POST", "/v1/admin/snapshot", "");
        venue.members(GoldenPrograms.sessions(BOTH));
        requests.ok(requests.admin, "POST", "/v1/admin/reload", "");
        programs.trade();
        programs.expire();
        venue.stop();
        embedder(venue.data());
        if (isClosed) {
            run("fix", "roll", folder.resolve("daybook.toml").toString());
        }
        venue.start();
        requests.trade("b");
        if (isClosed) {
            requests.ok(requests.admin, "POST", "/v1/admin/snapshot", "");
        }
        venue.members(GoldenPrograms.sessions(LAST));
        requests.ok(requests.admin, "POST", "/v1/admin/reload", "");
        programs.trade();
        requests.trade("c");
        requests.awaitDelivered();
        if (isClosed) {
            requests.ok(requests.admin, "POST", "/v1/admin/snapshot", "");
            requests.trade("d");
            venue.stop();
        } else {
            venue.kill();
        }
    }

    /** Makes the folder of a venue without HTTP that is killed. */
    private void gateway(final String name) throws Exception {
        final Path folder = Files.createDirectories(work.resolve(name));
        final VenueProcess venue = new VenueProcess(folder, name.hashCode());
        final int fixPort = venue.withFix();
        venue.configure("snapshotEveryCommands = 150\n" + KEPT, FEED, GoldenPrograms.sessions(BOTH));
        venue.endow();
        try {
            venue.start();
            try (GoldenPrograms programs = programs(venue, fixPort)) {
                programs.trade();
                programs.trade();
                venue.kill();
            }
        } finally {
            venue.kill();
        }
        pack(folder, name);
    }

    /** Makes a folder from one of three nodes: the files of its doors, and its log as a journal. */
    private void node(final String name) throws Exception {
        final Path nodes = Files.createDirectories(work.resolve("nodes"));
        final Path folder = Files.createDirectories(work.resolve(name));
        final int kept;
        try (ClusterVenue venue =
                new ClusterVenue(nodes, name.hashCode(), true, node -> "[gateway.feed]\nlevels = true\n")) {
            venue.members(GoldenPrograms.sessions(BOTH));
            venue.begin();
            venue.follow("gateway", "gateway-fix", "feed");
            try (GoldenPrograms programs = new GoldenPrograms(venue::client, venue.fixPorts(), venue.secret())) {
                programs.trade();
                venue.snapshot();
                programs.trade();
            }
            venue.awaitAgreement();
            kept = (venue.awaitLeader() + 1) % ClusterConfig.NODES;
            venue.export(folder.resolve("data"));
        }
        for (final String own : List.of("gateway", "feed")) {
            GoldenFolders.copy(
                    nodes.resolve("data" + kept).resolve(own),
                    folder.resolve("data").resolve(own));
        }
        Files.copy(nodes.resolve("members.json"), folder.resolve("members.json"));
        for (final String follower : List.of("gateway", "gateway-fix", "feed")) {
            follow(folder.resolve("data"), follower);
        }
        Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                members = "members.json"
                [currency.BTC]
                id = 1001
                decimals = 8
                [currency.EUR]
                id = 978
                decimals = 7
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                feesPerLot = true
                [tcp]
                port = 0
                [fix]
                port = 0
                [feed]
                levels = true
                [exchange]
                snapshotEveryMinutes = 0
                """);
        pack(folder, name);
    }

    /**
     * Writes the file of a follower that begins after command {@link #BEGUN}, as it does in the log of the nodes; an
     * exported journal does not have this file.
     */
    private static void follow(final Path data, final String name) throws IOException {
        final UUID id = UUID.fromString(JournalReader.open(data).exchangeId());
        final ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("DYBOOKFL".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(0);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        bytes.putLong(BEGUN);
        final CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, 60);
        bytes.putInt(60, (int) crc.getValue());
        Files.write(Files.createDirectories(data.resolve("followers")).resolve(name), bytes.array());
    }

    /**
     * Sends commands from a program that owns the folder while no door is open: users, money, and orders, of which one
     * gets another id.
     */
    private void embedder(final Path data) throws IOException {
        final Path lines = Files.writeString(work.resolve("embedder.jsonl"), """
                {"cmd":"place","uid":301,"symbol":1,"orderId":501,"side":"ASK","type":"GTC","price":5710095,"size":50}
                {"cmd":"replace","uid":301,"symbol":1,"orderId":501,"newOrderId":502,"price":5710096,"size":60}
                {"cmd":"reduce","uid":301,"symbol":1,"orderId":502,"size":10}
                {"cmd":"move","uid":301,"symbol":1,"orderId":502,"price":5710098}
                {"cmd":"place","uid":302,"symbol":1,"orderId":503,"side":"BID","type":"GTC"\
                ,"price":5709000,"size":7,"trigger":5710050,"when":"RISES"}
                {"cmd":"replace","uid":302,"symbol":1,"orderId":503,"newOrderId":504,"price":5709001,"size":8}
                {"cmd":"set_user","uid":303,"set":{"stpMode":"CANCEL_BOTH","stpGroup":3,"maxOpenOrders":1000}}
                {"cmd":"suspend_user","uid":304}
                {"cmd":"add_user","uid":304}
                {"cmd":"suspend_user","uid":304}
                {"cmd":"resume_user","uid":304}
                {"cmd":"adjust","uid":301,"currency":1,"amount":5,"txid":77}
                {"cmd":"cancel","uid":302,"symbol":1,"orderId":504}
                {"cmd":"mass_cancel","uid":302,"symbol":1,"flagged":true}
                {"cmd":"add_symbols","symbols":[{"symbol":20,"type":"EXCHANGE_PAIR"\
                ,"base":1,"quote":2,"lotSize":1,"tickValue":1}]}
                {"cmd":"tick","symbol":1}
                {"cmd":"nop"}
                """);
        final DaybookProcess.Ended ended = DaybookProcess.run(lines, "exec", "--journal", data.toString(), "-");
        System.out.println(String.join("\n", ended.out()) + "\n" + ended.err());
    }

    private List<String> run(final String... arguments) {
        final DaybookProcess.Ended ended = DaybookProcess.run(arguments);
        if (ended.status() != 0) {
            throw new AssertionError(ended.err());
        }
        return ended.out();
    }

    /** The requests of traders and operators over HTTP. */
    private final class Requests {
        private final VenueProcess venue;
        private final String admin;
        private String trader = "";
        private String apiKey = "";
        private String spotSecret = "";

        Requests(final VenueProcess venue) throws IOException {
            this.venue = venue;
            admin = Files.readString(venue.data().resolve("server/admin-token")).strip();
        }

        /** Adds keys, a user and a listing while the venue runs. */
        void begin() throws Exception {
            trader = text("secret", key("a", "bearer", 301));
            final String spot = key("b", "hmac", 302);
            apiKey = text("apiKey", spot);
            spotSecret = text("secret", spot);
            final String ended = text("id", key("c", "bearer", 303));
            ok(admin, "DELETE", "/v1/admin/keys/" + ended.replaceAll("\\D", ""), "");
            ok(admin, "POST", "/v1/admin/users", "{\"uid\":305}");
            ok(
                    admin,
                    "POST",
                    "/v1/admin/users/305/adjust",
                    "{\"currency\":\"EUR\",\"amount\":\"90\",\"transactionId\":1}");
            ok(
                    admin,
                    "POST",
                    "/v1/admin/listings",
                    "{\"currency\":{\"SOL\":{\"id\":4,\"decimals\":8}},\"listing\":{\"SOL-EUR\":{\"symbol\":17,"
                            + "\"base\":\"SOL\",\"quote\":\"EUR\",\"tick\":\"0.01\",\"lot\":\"0.001\","
                            + "\"takerFee\":\"0.001\"}}}");
        }

        private String key(final String name, final String kind, final long uid) throws Exception {
            return ok(
                    admin,
                    "POST",
                    "/v1/admin/keys",
                    "{\"name\":\"" + name + "\",\"kind\":\"" + kind + "\",\"roles\":[\"trader\"],\"accounts\":{\"A-"
                            + uid + "\":" + uid + "}}");
        }

        void trade(final String run) throws Exception {
            final String first = order("sell", "57110", "0.01", run + "1", "");
            order("sell", "57110", "0.01", run + "1", ""); // the same request again
            order("buy", "57000", "0.02", run + "2", ",\"reservePrice\":\"57050\"");
            order("buy", "57300", "0.01", run + "3", ",\"trigger\":\"57200\",\"when\":\"rises\"");
            order("sell", "57120", "0.03", run + "4", ",\"display\":\"0.01\",\"flagged\":true");
            order("sell", "57010", "9999999", run + "5", ""); // more than the user has
            order("sell", "50000", "0.01", run + "6", ",\"trigger\":\"51000\",\"when\":\"falls\"");
            order("sell", "90000", "0.01", run + "7", ",\"hidden\":true,\"expireAt\":4070908800000000");
            ok(trader, "PATCH", "/v1/orders/" + first, "{\"price\":\"57105\"}");
            ok(trader, "PATCH", "/v1/orders/" + first, "{\"size\":\"0.008\"}");
            send(
                    trader,
                    "POST",
                    "/v1/orders",
                    "{\"symbol\":\"SOL-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"12\",\"size\":\"1\","
                            + "\"clientOrderId\":\"" + run + "s\"}");
            spot(
                    "POST",
                    "/api/v3/order",
                    "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.005"
                            + "&price=57106&newClientOrderId=" + run + "-b1");
            spot(
                    "POST",
                    "/api/v3/order",
                    "symbol=BTCEUR&side=BUY&type=LIMIT_MAKER&quantity=0.005" + "&price=57001&newClientOrderId=" + run
                            + "-b2");
            spot(
                    "POST",
                    "/api/v3/order",
                    "symbol=BTCEUR&side=BUY&type=MARKET&quoteOrderQty=50&newClientOrderId=" + run + "-b3");
            spot(
                    "POST",
                    "/api/v3/order/cancelReplace",
                    "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC"
                            + "&quantity=0.2&price=57002&newClientOrderId=" + run
                            + "-b4&cancelReplaceMode=STOP_ON_FAILURE"
                            + "&cancelOrigClientOrderId=" + run + "-b2&cancelNewClientOrderId=" + run + "-c1");
            spot("DELETE", "/api/v3/order", "symbol=BTCEUR&origClientOrderId=" + run + "-b4");
            ok(trader, "DELETE", "/v1/orders/" + first, "");
            ok(trader, "DELETE", "/v1/orders?symbol=BTC-EUR&side=buy", ""); // orders of other doors, too
            send(admin, "POST", "/v1/admin/users/305/suspend", "");
        }

        private String order(
                final String side, final String price, final String size, final String client, final String more)
                throws Exception {
            final String answer = send(
                    trader,
                    "POST",
                    "/v1/orders",
                    "{\"symbol\":\"BTC-EUR\",\"side\":\"" + side + "\",\"type\":\"limit\",\"price\":\"" + price
                            + "\",\"size\":\"" + size + "\",\"clientOrderId\":\"" + client + "\"" + more + "}");
            return answer.contains("orderId") ? text("orderId", answer) : "";
        }

        private void spot(final String method, final String path, final String parameters) throws Exception {
            final String all = parameters + "&recvWindow=60000&timestamp=" + System.currentTimeMillis();
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(spotSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            final String signature = HexFormat.of().formatHex(mac.doFinal(all.getBytes(StandardCharsets.UTF_8)));
            final HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(venue.url() + path + "?" + all + "&signature=" + signature))
                            .header("X-MBX-APIKEY", apiKey)
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            System.out.println(method + " " + path + " " + answer.statusCode() + " " + answer.body());
        }

        /** Reads the open orders over HTTP; the answer must be a success. */
        void awaitDelivered() throws Exception {
            ok(trader, "GET", "/v1/orders", "");
        }

        private String ok(final String token, final String method, final String target, final String body)
                throws Exception {
            final HttpResponse<String> answer = request(token, method, target, body);
            if (answer.statusCode() / 100 != 2) {
                throw new AssertionError(method + " " + target + " " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        }

        private String send(final String token, final String method, final String target, final String body)
                throws Exception {
            return request(token, method, target, body).body();
        }

        private HttpResponse<String> request(
                final String token, final String method, final String target, final String body) throws Exception {
            final HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(venue.url() + target))
                            .header("Authorization", "Bearer " + token)
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            System.out.println(method + " " + target + " " + answer.statusCode() + " " + answer.body());
            return answer;
        }

        private static String text(final String name, final String json) {
            final Matcher found =
                    Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
            if (!found.find()) {
                throw new AssertionError("no " + name + " in " + json);
            }
            return found.group(1);
        }
    }

    /**
     * Packs all files of a folder, except those that a start makes again and the logs of processes. Adds the reports of
     * each FIX session, in the bytes in which they are sent.
     */
    private void pack(final Path folder, final String name) throws IOException {
        for (final int session : FIX_SESSIONS) {
            final String file = folder.resolve("daybook.toml").toString();
            Files.write(
                    folder.resolve("fix-" + session + ".txt"),
                    run("fix", "dump", file, Integer.toString(session), "--raw"));
        }
        final Path hops = folder.resolve("data/gateway/hops");
        if (Files.exists(hops)) {
            GoldenFolders.delete(hops); // only measured times of some commands
        }
        for (final String unneeded : List.of("gateway.log", "data/journal/.next")) {
            Files.deleteIfExists(folder.resolve(unneeded));
        }
        GoldenFolders.zip(folder, out.resolve(name + ".zip"));
    }
}
