package io.daybook.cli;

import io.daybook.api.Exchange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands of the tool on an exchange that refuses single commands at its door. */
final class StoppingEngine {
    private StoppingEngine() {}

    /** Runs a command line on an exchange whose door throws instead of taking the n-th command, from 1. */
    static CommandRun run(
            final int refusedCommand, final RuntimeException refusal, final String input, final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8));
        final Engine engine = (storage, config, listeners) ->
                refusing(Engines.embedded().start(storage, config, listeners), refusedCommand, refusal);
        final int status = Daybook.commandLine(console, engine).execute(arguments);
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Exchange refusing(
            final Exchange exchange, final int refusedCommand, final RuntimeException refusal) {
        final AtomicInteger commands = new AtomicInteger();
        return (Exchange) Proxy.newProxyInstance(
                Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                    if ("submit".equals(method.getName()) && commands.incrementAndGet() == refusedCommand) {
                        throw refusal;
                    }
                    try {
                        return method.invoke(exchange, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
