package io.daybook.cli.exchange;

import io.daybook.api.AckMode;
import io.daybook.api.Compression;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The options for the way in which an exchange runs; filled in by picocli. Only {@code --no-margin} changes results.
 */
public final class EngineOptions {
    private static final String EXISTING = "--existing";

    @Option(
            names = "--topology",
            paramLabel = "inline|fused|pipelined:M",
            defaultValue = "fused",
            converter = TopologyConverter.class,
            description = {
                "The threads of the engine: none of its own, one, or one for risk and M for matching.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Topology topology = Topology.FUSED;

    @Option(
            names = "--book",
            paramLabel = "avl|radix|ladder[,SYMBOL=…]",
            defaultValue = "ladder",
            converter = BookConverter.class,
            description = {
                "The price index of the order books, and another one for some symbols, as in ladder,17=avl.",
                "Default: ${DEFAULT-VALUE}."
            })
    private BookChoice book = new BookChoice(OrderBookType.LADDER, Map.of());

    @Option(names = "--no-margin", description = "Refuse orders for futures. Fixed when a journal is created.")
    private boolean noMargin;

    @Option(
            names = EXISTING,
            description =
                    "With a journal: refuse a folder without a journal, instead of creating a new exchange there.")
    private boolean existing;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** Refuses an option that has no meaning without a journal. */
    public void requireJournal(final @Nullable Path journal) {
        if (existing && journal == null && spec != null) {
            throw new ParameterException(spec.commandLine(), EXISTING + " needs a journal: add --journal DIR");
        }
    }

    /** The settings of an exchange with or without a journal. */
    public ExchangeConfig.Builder config(final @Nullable Path journal) {
        final ExchangeConfig.Builder config = ExchangeConfig.builder();
        book.bySymbol().forEach(config::orderBookType);
        return config.topology(topology)
                .queryTimeoutMs(ExchangeConfig.MAX_TIMEOUT_MS) // queries wait for a slow disk as long as commands do
                .orderBookType(book.usual())
                .marginTrading(!noMargin)
                .resetAllowed(journal == null)
                .journal(journal)
                .mustExist(existing);
    }

    /** Converts {@code inline}, {@code fused} or {@code pipelined:M}. */
    static final class TopologyConverter implements ITypeConverter<Topology> {
        private static final String PIPELINED = "pipelined:";

        @Override
        public Topology convert(final String text) {
            if ("inline".equals(text)) {
                return Topology.INLINE;
            }
            if ("fused".equals(text)) {
                return Topology.FUSED;
            }
            if (text.startsWith(PIPELINED)) {
                try {
                    return Topology.pipelined(Integer.parseInt(text.substring(PIPELINED.length())));
                } catch (final IllegalArgumentException e) {
                    throw new TypeConversionException(
                            "'" + text + "': the number of matching threads must be 1 to 64, as in pipelined:2");
                }
            }
            throw new TypeConversionException("'" + text + "'; expected inline, fused or pipelined:M");
        }
    }

    /** The price indexes: the usual one, and others by symbol. */
    record BookChoice(OrderBookType usual, Map<Integer, OrderBookType> bySymbol) {}

    /**
     * Converts {@code avl}, {@code radix} or {@code ladder} for all symbols, and {@code SYMBOL=TYPE} for single ones,
     * separated by commas.
     */
    static final class BookConverter implements ITypeConverter<BookChoice> {
        @Override
        public BookChoice convert(final String text) {
            final Map<Integer, OrderBookType> bySymbol = new HashMap<>();
            OrderBookType usual = null;
            for (final String part : text.split(",", -1)) {
                final int equals = part.indexOf('=');
                final OrderBookType type = lowerCase(part.substring(equals + 1), OrderBookType.values());
                if (equals < 0 && usual == null) {
                    usual = type;
                } else if (equals < 0 || bySymbol.put(symbol(part.substring(0, equals)), type) != null) {
                    throw new TypeConversionException(
                            "'" + text + "'; each symbol, and the index of all others, can be" + " given once");
                }
            }
            return new BookChoice(usual == null ? OrderBookType.LADDER : usual, bySymbol);
        }

        private static int symbol(final String text) {
            try {
                final int symbol = Integer.parseInt(text);
                if (symbol >= 1) {
                    return symbol;
                }
            } catch (final NumberFormatException e) {
                // refused below, like a number under 1
            }
            throw new TypeConversionException("'" + text + "'; expected a symbol, a number from 1");
        }
    }

    /** Converts {@code force} or {@code write}. */
    static final class AckConverter implements ITypeConverter<AckMode> {
        @Override
        public AckMode convert(final String text) {
            return switch (text) {
                case "force" -> AckMode.AFTER_FORCE;
                case "write" -> AckMode.AFTER_WRITE;
                default -> throw new TypeConversionException("'" + text + "'; expected force or write");
            };
        }
    }

    /** Converts {@code lz4} or {@code none}. */
    static final class CompressionConverter implements ITypeConverter<Compression> {
        @Override
        public Compression convert(final String text) {
            return lowerCase(text, Compression.values());
        }
    }

    private static <E extends Enum<E>> E lowerCase(final String text, final E[] values) {
        final StringBuilder names = new StringBuilder();
        for (final E value : values) {
            final String name = value.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) {
                return value;
            }
            names.append(names.isEmpty() ? "" : " or ").append(name);
        }
        throw new TypeConversionException("'" + text + "'; expected " + names);
    }
}
