package io.daybook.server.api;

import io.daybook.api.ResultCode;
import io.daybook.console.ConsolePage;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A page for each problem, at the address that its answers have as {@code type}: HTML for browsers, otherwise plain
 * text.
 */
final class ProblemPages {
    static final String ROOT = "/problems/";
    private static final Map<String, Page> PAGES = pages();

    /** The pages that browsers have requested. */
    private static final Map<String, Response> DOCUMENTS = new ConcurrentHashMap<>();

    private ProblemPages() {}

    static CompletionStage<Response> page(final Request request) {
        request.onlyAsked();
        final Page page = PAGES.get(request.path("code"));
        if (page == null) {
            throw Problem.of(ProblemCode.NOT_FOUND, "no problem has this code: " + String.join(", ", PAGES.keySet()));
        }
        final Response answer = request.wantsHtml()
                ? DOCUMENTS.computeIfAbsent(page.code, code -> ConsoleRoutes.document(code, page.html()))
                : Response.text(200, "text/plain; charset=utf-8", page.text());
        return answer.with("Vary", "Accept").now();
    }

    private static Map<String, Page> pages() {
        final Map<String, Page> pages = new TreeMap<>();
        for (final ProblemCode code : ProblemCode.values()) {
            pages.put(
                    code.name(),
                    new Page(
                            code.name(),
                            code.status(),
                            code.title() + ".",
                            code.advice(),
                            "The server refuses the request."));
        }
        for (final ResultCode code : ResultCode.values()) {
            if (code != ResultCode.SUCCESS) {
                final String source = "The exchange refuses the command: result code " + code.code() + ".";
                pages.put(
                        code.name(),
                        new Page(code.name(), EngineProblems.status(code), code.meaning(), code.advice(), source));
            }
        }
        return pages;
    }

    private record Page(String code, int status, String meaning, String advice, String source) {
        String text() {
            return code + " (HTTP " + status + ")\n\n" + meaning + "\n\nWhat to do: " + advice + "\n";
        }

        String html() {
            return """
                    <main><h1>%s</h1>
                    <p class="lead">%s</p>
                    <dl><dt>What to do</dt><dd>%s</dd><dt>Where it comes from</dt><dd>%s</dd>
                    <dt>HTTP status</dt><dd>%d</dd></dl>
                    <h2>All codes</h2>
                    <ul class="codes">%s</ul></main>""".formatted(
                            code,
                            ConsolePage.escaped(meaning),
                            ConsolePage.escaped(advice),
                            source,
                            status,
                            PAGES.keySet().stream()
                                    .map(other -> other.equals(code)
                                            ? "<li><b>" + other + "</b></li>"
                                            : "<li><a href=\"" + ROOT + other + "\">" + other + "</a></li>")
                                    .collect(Collectors.joining()));
        }
    }
}
