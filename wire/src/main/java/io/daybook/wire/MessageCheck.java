package io.daybook.wire;

/**
 * Checks that a message whose frame {@link Frame#scan} has accepted can be read: its template is known, its size is
 * right, its zero fields are zero, and each code exists. The venue checks the ranges of numbers.
 */
public final class MessageCheck {
    private MessageCheck() {}

    /**
     * Checks a message of a client.
     *
     * @return {@link Frame#OK}, or the faulty byte's place in the frame; that of the template if it is unknown
     */
    public static int ofClient(final byte[] bytes, final int offset) {
        return switch (Frame.template(bytes, offset)) {
            case Templates.LOGIN -> LoginDescriptor.check(bytes, offset);
            case Templates.PLACE -> PlaceDescriptor.check(bytes, offset);
            case Templates.MOVE, Templates.REDUCE, Templates.CANCEL -> ChangeDescriptor.check(bytes, offset);
            case Templates.REPLACE -> ReplaceDescriptor.check(bytes, offset);
            case Templates.MASS_CANCEL -> MassCancelDescriptor.check(bytes, offset);
            case Templates.PLACE_TERMS -> PlaceTermsDescriptor.check(bytes, offset);
            case Templates.CLIENT_HEARTBEAT, Templates.LOGOUT ->
                Frame.checkSize(bytes, offset, EmptyDescriptor.BLOCK_LENGTH);
            case Templates.STATUS -> Frame.checkSize(bytes, offset, StatusDescriptor.BLOCK_LENGTH);
            case Templates.SUBSCRIBE -> SubscribeDescriptor.check(bytes, offset);
            default -> Frame.TEMPLATE_OFFSET;
        };
    }

    /**
     * Checks a message of the venue.
     *
     * @return {@link Frame#OK}, or the faulty byte's place in the frame; that of the template if it is unknown
     */
    public static int ofVenue(final byte[] bytes, final int offset) {
        return switch (Frame.template(bytes, offset)) {
            case Templates.WELCOME -> WelcomeDescriptor.check(bytes, offset);
            case Templates.BYE -> ByeDescriptor.check(bytes, offset);
            case Templates.ANSWER -> Frame.checkSize(bytes, offset, AnswerDescriptor.BLOCK_LENGTH);
            case Templates.FILL -> FillDescriptor.check(bytes, offset);
            case Templates.OFF -> OffDescriptor.check(bytes, offset);
            case Templates.STATUS_IS -> StatusIsDescriptor.check(bytes, offset);
            case Templates.HEARTBEAT -> Frame.checkSize(bytes, offset, HeartbeatDescriptor.BLOCK_LENGTH);
            case Templates.BATCH -> BatchDescriptor.check(bytes, offset);
            default -> Frame.TEMPLATE_OFFSET;
        };
    }
}
