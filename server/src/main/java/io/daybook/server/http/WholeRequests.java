package io.daybook.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpContentException;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts of requests together. A request whose body is too large is passed on without it, as a request that
 * could not be read: Netty itself would answer at once, before the answers to earlier requests. The rest of the body is
 * skipped. Used by its event loop.
 */
final class WholeRequests extends HttpObjectAggregator {

    WholeRequests() {
        super(HttpServer.MAX_BODY, true);
    }

    /** Sends no {@code 100 Continue} for a body that is too large. */
    @Override
    protected @Nullable Object newContinueResponse(
            final HttpMessage start, final int most, final ChannelPipeline pipeline) {
        return isContentLengthInvalid(start, most) ? null : super.newContinueResponse(start, most, pipeline);
    }

    @Override
    protected void handleOversizedMessage(final ChannelHandlerContext context, final HttpMessage oversized) {
        final HttpRequest request = (HttpRequest) oversized;
        final DefaultFullHttpRequest known = new DefaultFullHttpRequest(
                request.protocolVersion(), request.method(), request.uri(), Unpooled.EMPTY_BUFFER);
        known.setDecoderResult(DecoderResult.failure(new TooLongHttpContentException()));
        HttpUtil.setKeepAlive(known, HttpUtil.isKeepAlive(request));
        context.fireChannelRead(known);
    }
}
