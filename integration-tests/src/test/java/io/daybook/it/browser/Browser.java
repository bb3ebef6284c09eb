package io.daybook.it.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A window of the machine's Chromium, with a new profile. Used by one thread. */
final class Browser implements AutoCloseable {
    static final int WIDE = 1_280;
    static final int HIGH = 720;
    static final int NARROW = 390;
    static final int NARROW_HIGH = 844;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(90);
    private static final long LOOK_MS = 50;
    private static final double LEAST_CONTRAST = 4.5;
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final Pattern ADDRESS = Pattern.compile("\"url\":\"((?:https?|wss?)://[^\"]+)\"");

    /** The logger of Selenium, which would warn about an unknown version of the DevTools; no test needs them. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;
    private final String origin;

    private Browser(final ChromeDriver driver, final String origin) {
        this.driver = driver;
        this.origin = origin;
    }

    /** Skips the test if {@code chromium} or {@code chromedriver} is not on the {@code PATH}. */
    static void require() {
        assumeTrue(
                program("chromium", "chromium-browser", "google-chrome") != null && program("chromedriver") != null,
                "skipped: chromium and chromedriver, which show the console, are not both on the PATH");
    }

    /** Opens a window on a venue. */
    static Browser open(final String url, final int width, final int height) {
        SELENIUM.setLevel(Level.SEVERE);
        final LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        final ChromeOptions options = new ChromeOptions();
        options.setBinary(Objects.requireNonNull(program("chromium", "chromium-browser", "google-chrome")));
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars"); // the driver makes a new profile, and deletes it
        options.setCapability("goog:loggingPrefs", logs);
        final ChromeDriver driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(Objects.requireNonNull(program("chromedriver")))
                        .build(),
                options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < WIDE));
        driver.get(url);
        return new Browser(driver, url.substring(0, url.length() - 1));
    }

    private static @Nullable File program(final String... names) {
        final String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Arrays.stream(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst()
                .orElse(null);
    }

    /** Opens another page of the venue. */
    void open(final String path) {
        driver.get(origin + path);
    }

    /** Opens a part of the console, by the part of the address after {@code #/}. */
    void go(final String route) {
        script("location.hash = '#/" + route + "'");
    }

    void reload() {
        driver.navigate().refresh();
    }

    /** Signs in with a token, in the way a person does. */
    void signIn(final String token) {
        click(".person button.main");
        giveToken(token);
    }

    /** Fills in the sign-in dialog that is open. */
    void giveToken(final String token) {
        click("dialog [data-tab=token]");
        type("dialog [name=token]", token);
        click("dialog button.main");
        await("no sign-in", () -> all("dialog").isEmpty());
        await(".person .name");
    }

    /** Sets the theme of the page and the colour scheme that the browser prefers, and reloads the page. */
    void theme(final String name) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
        script("localStorage.setItem('daybook.theme', JSON.stringify('" + name + "'))");
        reload();
    }

    /** Waits for an element that is visible, and clicks it. */
    void click(final String css) {
        await(css + " to click", () -> {
            final WebElement found = first(css);
            if (found == null) {
                return false;
            }
            try {
                found.click();
                return true;
            } catch (org.openqa.selenium.WebDriverException e) {
                return false; // the page is redrawing the element, or another element covers it
            }
        });
    }

    /** Replaces the content of a field. */
    void type(final String css, final String text) {
        await(css + " to type", () -> {
            final WebElement field = first(css);
            if (field == null) {
                return false;
            }
            try {
                field.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE);
                field.sendKeys(text);
                return text.equals(field.getDomProperty("value"));
            } catch (org.openqa.selenium.WebDriverException e) {
                return false;
            }
        });
    }

    /** Sends keys to the element that has the focus. */
    void keys(final CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Chooses an option of a list by its value. */
    void choose(final String css, final String value) {
        await(css);
        script(
                "const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                        + " s.dispatchEvent(new Event('change', { bubbles: true }))",
                css,
                value);
    }

    /**
     * The text of the first visible element that matches; empty if there is none. One script reads it, because the page
     * redraws.
     */
    String text(final String css) {
        return Objects.requireNonNullElse((String) seen(css, "e.innerText"), "");
    }

    private @Nullable Object seen(final String css, final String what) {
        return script(
                "const e = [...document.querySelectorAll(arguments[0])].find((one) => one.getClientRects().length > 0);"
                        + " return e ? " + what + " : null",
                css);
    }

    String value(final String css) {
        return String.valueOf(script("return document.querySelector(arguments[0])?.value", css));
    }

    void await(final String css) {
        await(css, () -> seen(css, "true") != null);
    }

    void await(final String css, final String part) {
        await(css + " with " + part, () -> text(css).contains(part));
    }

    /** Waits until a condition holds; after the time limit, keeps a picture and fails. */
    void await(final String what, final java.util.function.BooleanSupplier holds) {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                picture("failed");
                throw new AssertionError("waited in vain for: " + what + "\n" + text("body"));
            }
            pause(LOOK_MS);
        }
    }

    List<WebElement> all(final String css) {
        return driver.findElements(By.cssSelector(css));
    }

    private @Nullable WebElement first(final String css) {
        return (WebElement) seen(css, "e");
    }

    @Nullable
    Object script(final String text, final Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(text, arguments);
    }

    /** Keeps a picture of the window in {@code target/screenshots}. */
    void picture(final String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * Requires that nothing of the page extends beyond the window's right edge, and that no text of a button is cut.
     */
    void requireFits() {
        assertEquals("[]", String.valueOf(script("""
                        const wide = document.documentElement.clientWidth;
                        return [...document.querySelectorAll('main, main *, header.top *, dialog, dialog *')]
                          .filter((e) => e.offsetParent)
                          .filter((e) => !e.closest('canvas, .canvas, .away, .table, .levels, .ticks'))
                          .filter((e) => e.getBoundingClientRect().right > wide + 1
                            || (e.tagName === 'BUTTON' && e.scrollWidth > e.clientWidth + 1))
                          .map((e) => e.tagName + '.' + e.className + ' ' + e.innerText.slice(0, 40));
                        """)), "elements that do not fit");
    }

    /**
     * Requires that each visible text has enough contrast to its background, by WCAG 2.2, 1.4.3, which exempts disabled
     * elements. The background has the colours of all elements around the text, and of a bar under the text.
     *
     * @return the least contrast of all texts
     */
    double requireContrast() {
        final List<?> found = Objects.requireNonNull((List<?>) script("""
                const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
                const over = (top, under, alpha) => [0, 1, 2].map((i) => top[i] * alpha + under[i] * (1 - alpha));
                const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
                const ground = (e) => {
                  const layers = [];
                  for (let one = e; one; one = one.parentElement) {
                    for (const layer of [...one.querySelectorAll(':scope > i'), one]) {
                      const style = getComputedStyle(layer);
                      const [r, g, b, a = 1] = parts(style.backgroundColor);
                      const bar = layer !== one && style.position !== 'absolute' ? 0 : 1;
                      layers.unshift([[r, g, b], a * Number(style.opacity) * bar]);
                    }
                  }
                  return layers.reduce((under, [top, alpha]) => over(top, under, alpha), [255, 255, 255]);
                };
                const texts = [...document.querySelectorAll('body *')].filter((e) => e.getClientRects().length
                  && !e.closest(':disabled, option, .away, .skip, .canvas, noscript')
                  && (e.matches('input') ? e.value
                    : [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())));
                const rows = texts.map((e) => {
                  const under = ground(e);
                  const [r, g, b, a = 1] = parts(getComputedStyle(e).color);
                  const [x, y] = [light(over([r, g, b], under, a)), light(under)].sort((m, n) => n - m);
                  return [(x + 0.05) / (y + 0.05), e.tagName + '.' + e.className + ' ' + e.innerText.slice(0, 30)];
                });
                const least = Math.min(...rows.map(([ratio]) => ratio));
                return [least, ...rows.filter(([ratio]) => ratio < arguments[0]).map((row) => row.join(' '))];
                """, LEAST_CONTRAST));
        assertEquals(List.of(), found.subList(1, found.size()), "texts with too little contrast");
        return ((Number) Objects.requireNonNull(found.get(0))).doubleValue();
    }

    /**
     * Requires that the page has sent no request to another host, and that the browser has reported no error.
     *
     * @param expected parts of the log lines that are no errors here: lines after a refusal, or after a kill of the
     *     venue
     */
    void requireQuiet(final String... expected) {
        final List<String> errors = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(line -> line.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .filter(line -> Arrays.stream(expected).noneMatch(line::contains))
                .toList();
        assertEquals(List.of(), errors, "errors that the browser reported");
        final String own = origin.substring("http".length());
        for (final LogEntry line : driver.manage().logs().get(LogType.PERFORMANCE)) {
            if (line.getMessage().contains("Network.requestWillBeSent\"")
                    || line.getMessage().contains("Network.webSocketCreated")) {
                final Matcher address = ADDRESS.matcher(line.getMessage());
                while (address.find()) {
                    assertTrue(
                            address.group(1).replaceFirst("^(http|ws)", "").startsWith(own),
                            () -> "a request to another host: " + address.group(1));
                }
            }
        }
    }

    static void pause(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
