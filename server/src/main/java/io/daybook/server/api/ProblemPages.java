package io.daybook.server.api;

import io.daybook.api.ResultCode;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import java.util.Map;
import java.util.TreeMap;

/** A page for each problem, at the address that its answers have as {@code type}. */
final class ProblemPages {
    private static final Map<String, String> TEXTS = texts();

    private ProblemPages() {}

    static void addTo(final Router router) {
        router.add(new Route(
                "GET",
                "/problems/{code}",
                Access.PUBLIC,
                Cost.FREE,
                "What a problem means, and what to do",
                request -> page(request).now()));
    }

    private static Response page(final Request request) {
        request.onlyAsked();
        final String text = TEXTS.get(request.path("code"));
        if (text == null) {
            throw Problem.of(ProblemCode.NOT_FOUND, "no problem has this code: " + String.join(", ", TEXTS.keySet()));
        }
        return Response.text(200, "text/plain; charset=utf-8", text);
    }

    private static Map<String, String> texts() {
        final Map<String, String> texts = new TreeMap<>();
        for (final ProblemCode code : ProblemCode.values()) {
            texts.put(code.name(), text(code.name(), code.status(), code.title() + ".", code.advice()));
        }
        for (final ResultCode code : ResultCode.values()) {
            if (code != ResultCode.SUCCESS) {
                texts.put(code.name(), text(code.name(), EngineProblems.status(code), code.meaning(), code.advice()));
            }
        }
        return texts;
    }

    private static String text(final String code, final int status, final String meaning, final String advice) {
        return code + " (HTTP " + status + ")\n\n" + meaning + "\n\nWhat to do: " + advice + "\n";
    }
}
