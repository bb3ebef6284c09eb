package io.daybook.server.api;

import io.daybook.console.ConsolePage;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import java.util.Map;

/** The pages of the console, at {@code /}. They need no key, and are served before the exchange runs. */
public final class ConsoleRoutes {
    private static final ConsolePage PAGE = ConsolePage.read();
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";
    private static final String ASK_AGAIN = "no-cache";

    private ConsoleRoutes() {}

    public static void addTo(final Router router) {
        add(router, "/", request -> response(PAGE.index(), ASK_AGAIN).now());
        add(router, ConsolePage.FOLDER + "{version}/{file}", request -> file(request)
                .now());
    }

    /** Returns whether a path has a page or a file of the console, which is not a part of the API. */
    static boolean has(final String path) {
        return path.equals("/") || path.equals(ApiPage.PATH) || path.startsWith(ConsolePage.FOLDER);
    }

    private static void add(final Router router, final String path, final Route.Handler handler) {
        router.add(
                Route.of("GET " + path, Access.PUBLIC, "The console", handler).costing(Cost.FREE));
    }

    private static Response file(final Request request) {
        final ConsolePage.Asset asset = PAGE.find(request.path("version"), request.path("file"));
        if (asset == null) {
            throw Problem.of(ProblemCode.NOT_FOUND, "this version of the console has no such file: load / again");
        }
        return response(asset, FOR_GOOD);
    }

    /** Makes a page of text with the style of the console; its body is HTML. */
    static Response document(final String title, final String body) {
        return response(PAGE.document(title, body), ASK_AGAIN);
    }

    private static Response response(final ConsolePage.Asset asset, final String caching) {
        return new Response(200, asset.contentType(), asset.bytes(), Map.of())
                .with("ETag", asset.tag())
                .with("Cache-Control", caching)
                .with("Content-Security-Policy", ConsolePage.POLICY);
    }
}
