package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.cli.console.Console;
import io.daybook.cli.exchange.Engine;
import io.daybook.cli.exchange.Engines;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands of the tool on an exchange that refuses single commands, or whose disk fails. */
public final class StoppingEngine {
    private StoppingEngine() {}

    /** Runs a command line on an exchange whose door throws instead of accepting the n-th command, from 1. */
    public static CommandRun run(
            final int refusedCommand, final RuntimeException refusal, final String input, final String... arguments) {
        return run(
                (storage, config, listeners) ->
                        refusing(Engines.embedded().start(storage, config, listeners), refusedCommand, refusal),
                input,
                arguments);
    }

    /** Runs a command line on an exchange whose disk fails at every force once it is closed. */
    public static CommandRun runOnBrokenDisk(final String input, final String... arguments) {
        return run(
                (storage, config, listeners) -> {
                    final BrokenDisk disk = new BrokenDisk(storage);
                    return breakingAtItsEnd(Engines.embedded().start(disk, config, listeners), disk);
                },
                input,
                arguments);
    }

    /** Runs a command line on an exchange whose queries find the ring full. */
    public static CommandRun runWithoutQueries(final String input, final String... arguments) {
        return run(
                (storage, config, listeners) ->
                        withoutQueries(Engines.embedded().start(storage, config, listeners)),
                input,
                arguments);
    }

    private static CommandRun run(final Engine engine, final String input, final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8));
        final int status = Daybook.commandLine(console, engine).execute(arguments);
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A storage whose forces fail once it is broken. */
    private static final class BrokenDisk extends ForwardingStorage {
        private volatile boolean isBroken;

        BrokenDisk(final JournalStorage storage) {
            super(storage);
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return new ForwardingFile(super.create(path)) {
                @Override
                public void force(final boolean metadata) throws IOException {
                    if (isBroken) {
                        throw new IOException("Input/output error");
                    }
                    super.force(metadata);
                }
            };
        }
    }

    private static Exchange refusing(
            final Exchange exchange, final int refusedCommand, final RuntimeException refusal) {
        final AtomicInteger commands = new AtomicInteger();
        return proxy((proxy, method, arguments) -> {
            if ("submit".equals(method.getName()) && commands.incrementAndGet() == refusedCommand) {
                throw refusal;
            }
            return pass(exchange, method, arguments);
        });
    }

    private static Exchange breakingAtItsEnd(final Exchange exchange, final BrokenDisk disk) {
        return proxy((proxy, method, arguments) -> {
            if ("close".equals(method.getName())) {
                disk.isBroken = true;
            }
            return pass(exchange, method, arguments);
        });
    }

    private static Exchange withoutQueries(final Exchange exchange) {
        return proxy((proxy, method, arguments) -> "query".equals(method.getName())
                ? CompletableFuture.failedFuture(new TimeoutException("the ring was full"))
                : pass(exchange, method, arguments));
    }

    private static Exchange proxy(final InvocationHandler handler) {
        return (Exchange)
                Proxy.newProxyInstance(Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, handler);
    }

    private static Object pass(final Exchange exchange, final Method method, final Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(exchange, arguments);
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
