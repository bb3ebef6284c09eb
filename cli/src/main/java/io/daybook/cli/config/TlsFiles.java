package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/** Reads the files that a configuration names for TLS, and reports those that cannot be read. */
final class TlsFiles {
    private final Console console;
    private final Path file;

    /** Creates a check for the files of a configuration. */
    TlsFiles(final Console console, final Path file) {
        this.console = console;
        this.file = file;
    }

    /** Returns whether all files exist and contain certificates. Doors without TLS have no files. */
    boolean areSound(final @Nullable TlsSettings... doors) {
        boolean areSound = true;
        for (final TlsSettings tls : doors) {
            if (tls != null) {
                areSound &= isSound(tls);
            }
        }
        return areSound;
    }

    private boolean isSound(final TlsSettings tls) {
        final Path authorities = tls.clientCertificates();
        final boolean isKey = isSound("tls.key", tls.key(), in -> in.read());
        final boolean isCertificate = isSound("tls.certificate", tls.certificate(), TlsFiles::certificates);
        return isCertificate
                && isKey
                && (authorities == null || isSound("tls.clientCertificates", authorities, TlsFiles::certificates));
    }

    private boolean isSound(final String key, final Path path, final Reading reading) {
        try (InputStream in = Files.newInputStream(path)) {
            reading.read(in);
            return true;
        } catch (final IOException | CertificateException e) {
            console.err().println(file + ": " + key + ": " + path + " cannot be read: " + CommandFailure.describe(e));
            return false;
        }
    }

    private static int certificates(final InputStream in) throws CertificateException {
        return CertificateFactory.getInstance("X.509").generateCertificates(in).size();
    }

    /** Reads a file, and checks its content. */
    private interface Reading {
        int read(InputStream in) throws IOException, CertificateException;
    }
}
