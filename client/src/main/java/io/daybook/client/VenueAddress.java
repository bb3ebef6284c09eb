package io.daybook.client;

/** The address of a venue, or of one of its nodes. */
record VenueAddress(String host, int port) {
    private static final int MAX_PORT = 65_535;

    VenueAddress {
        require(!host.isBlank(), "host must not be blank");
        require(port >= 1 && port <= MAX_PORT, "port must be 1 to 65535: port=" + port);
    }

    /**
     * Parses an address.
     *
     * @param text {@code host:port}; the host of an IPv6 address may be in brackets
     * @throws IllegalArgumentException if the text is not an address
     */
    static VenueAddress of(final String text) {
        final int colon = text.lastIndexOf(':');
        require(colon > 0, "an address must be host:port: address=" + text);
        final String host = text.substring(0, colon);
        final boolean isInBrackets = host.startsWith("[") && host.endsWith("]");
        try {
            return new VenueAddress(
                    isInBrackets ? host.substring(1, host.length() - 1) : host,
                    Integer.parseInt(text.substring(colon + 1)));
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("an address must be host:port: address=" + text, e);
        }
    }

    private static void require(final boolean condition, final String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
