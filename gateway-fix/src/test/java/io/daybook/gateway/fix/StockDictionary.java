package io.daybook.gateway.fix;

import io.daybook.gateway.fix.dictionary.Fix44;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.ValidationSettings;

/**
 * The FIX 4.4 dictionary of clients that were not made for this venue: the venue's dictionary without its own field.
 */
public final class StockDictionary {
    private static final String TEXT = text();
    private static final DataDictionary DICTIONARY = dictionary();

    private StockDictionary() {}

    private static String text() {
        try (InputStream in = Fix44.class.getResourceAsStream("FIX44.xml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.contains("\"ReservePrice\""))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DataDictionary dictionary() {
        try {
            return new DataDictionary(new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)));
        } catch (ConfigError e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the dictionary to a file, for the settings of a client. */
    public static Path write(final Path folder) throws IOException {
        final Path file = folder.resolve("FIX44-stock.xml");
        return Files.exists(file) ? file : Files.writeString(file, TEXT);
    }

    /**
     * Reads a message of the venue as strictly as a client can.
     *
     * @throws AssertionError if the message is invalid
     */
    public static Message check(final String raw) {
        try {
            final Message message = new Message(raw, DICTIONARY, new ValidationSettings());
            if (message.getException() != null) {
                throw new AssertionError(raw.replace('\001', '|'), message.getException());
            }
            DICTIONARY.validate(message, new ValidationSettings());
            return message;
        } catch (InvalidMessage | IncorrectTagValue | FieldNotFound | IncorrectDataFormat e) {
            throw new AssertionError(e + ": " + raw.replace('\001', '|'), e);
        }
    }
}
