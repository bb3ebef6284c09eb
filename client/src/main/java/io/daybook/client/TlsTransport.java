package io.daybook.client;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLParameters;

/** A socket under TLS 1.2 or 1.3, with the JDK's engine. The certificate must have the host's name. */
final class TlsTransport implements Transport {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Encrypted bytes that were read, ready to be read from. */
    private final ByteBuffer netIn;
    /** Encrypted bytes to be written, ready to be read from. */
    private final ByteBuffer netOut;
    /** Decrypted bytes, ready to be read from. */
    private final ByteBuffer appIn;

    TlsTransport(final SocketChannel channel, final SSLContext context, final String host, final int port) {
        this.channel = channel;
        engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        final SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        engine.setSSLParameters(parameters);
        netIn = emptied(engine.getSession().getPacketBufferSize());
        netOut = emptied(engine.getSession().getPacketBufferSize());
        appIn = emptied(engine.getSession().getApplicationBufferSize());
    }

    private static ByteBuffer emptied(final int capacity) {
        return ByteBuffer.allocateDirect(capacity).limit(0);
    }

    @Override
    public boolean handshake() throws IOException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                && engine.getSession().getCipherSuite().endsWith("_NULL")) {
            engine.beginHandshake();
        }
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    if (!wrap(NOTHING)) {
                        return false;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    final int step = unwrap();
                    if (step < 0) {
                        throw new EOFException("the venue closed the connection during the TLS handshake");
                    }
                    if (step == 0) {
                        return false;
                    }
                }
                default -> {
                    return flush();
                }
            }
        }
    }

    @Override
    public int read(final ByteBuffer target) throws IOException {
        while (!appIn.hasRemaining()) {
            final int step = unwrap();
            if (step <= 0) {
                return step;
            }
            answerHandshake();
        }
        final int length = Math.min(appIn.remaining(), target.remaining());
        target.put(target.position(), appIn, appIn.position(), length);
        target.position(target.position() + length);
        appIn.position(appIn.position() + length);
        return length;
    }

    @Override
    public boolean write(final ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            final int before = source.remaining();
            if (!wrap(source) || source.remaining() == before) {
                return false;
            }
        }
        return flush();
    }

    @Override
    public void close() throws IOException {
        engine.closeOutbound();
        try {
            if (channel.isConnected()) {
                wrap(NOTHING); // the closing alert, if the socket takes it at once
            }
        } finally {
            channel.close();
        }
    }

    /** Does what TLS requires after the handshake, for example the answer to a key update. */
    private void answerHandshake() throws IOException {
        final HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            wrap(NOTHING);
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Encrypts one record, unless an earlier one waits; returns whether the next one can follow. */
    private boolean wrap(final ByteBuffer source) throws IOException {
        if (!flush()) {
            return false;
        }
        netOut.clear();
        final SSLEngineResult result;
        try {
            result = engine.wrap(source, netOut);
        } finally {
            netOut.flip();
        }
        if (result.getStatus() == Status.CLOSED && source.hasRemaining()) {
            throw new EOFException("the TLS connection is closed");
        }
        return flush();
    }

    private boolean flush() throws IOException {
        if (netOut.hasRemaining()) {
            channel.write(netOut);
        }
        return !netOut.hasRemaining();
    }

    /** Decrypts one record; returns 1, 0 if bytes are missing, or −1 at the end. */
    private int unwrap() throws IOException {
        while (true) {
            appIn.compact();
            final SSLEngineResult result;
            try {
                result = engine.unwrap(netIn, appIn);
            } finally {
                appIn.flip();
            }
            switch (result.getStatus()) {
                case OK -> {
                    return 1;
                }
                case CLOSED -> {
                    return -1;
                }
                case BUFFER_OVERFLOW -> {
                    if (appIn.hasRemaining()) {
                        return 1; // the decrypted bytes are read first
                    }
                    throw new IOException("a TLS record does not fit " + appIn.capacity() + " bytes");
                }
                case BUFFER_UNDERFLOW -> {
                    final int count = readMore();
                    if (count <= 0) {
                        return count;
                    }
                }
            }
        }
    }

    private int readMore() throws IOException {
        netIn.compact();
        try {
            if (!netIn.hasRemaining()) {
                throw new IOException("a TLS record does not fit " + netIn.capacity() + " bytes");
            }
            return channel.read(netIn);
        } finally {
            netIn.flip();
        }
    }
}
