// Clients talk to an echo server in one process; sums and orders tell that nothing was lost.

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class Echo {
    static final int CLIENTS = 20;
    static final int MESSAGES = 100;

    static class Framed extends ChannelInitializer<Channel> {
        private final java.util.function.Supplier<SimpleChannelInboundHandler<String>> handler;

        Framed(java.util.function.Supplier<SimpleChannelInboundHandler<String>> handler) {
            this.handler = handler;
        }

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new LengthFieldBasedFrameDecoder(1 << 20, 0, 4, 0, 4), new LengthFieldPrepender(4),
                new StringDecoder(StandardCharsets.UTF_8), new StringEncoder(StandardCharsets.UTF_8), handler.get());
        }
    }

    static class EchoHandler extends SimpleChannelInboundHandler<String> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, String message) {
            context.writeAndFlush(new StringBuilder(message).reverse().toString());
        }
    }

    public static void main(String[] args) throws Exception {
        NioEventLoopGroup boss = new NioEventLoopGroup(1);
        NioEventLoopGroup workers = new NioEventLoopGroup(3);
        Channel server = new ServerBootstrap().group(boss, workers).channel(NioServerSocketChannel.class).childHandler(new Framed(EchoHandler::new))
            .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        AtomicLong letters = new AtomicLong();
        AtomicInteger ordered = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(CLIENTS);
        List<Channel> clients = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            Bootstrap bootstrap = new Bootstrap().group(workers).channel(NioSocketChannel.class).handler(new Framed(() -> new SimpleChannelInboundHandler<String>() {
                int expected;

                @Override
                protected void channelRead0(ChannelHandlerContext context, String message) {
                    letters.addAndGet(message.length());
                    if (message.endsWith(":" + new StringBuilder("" + expected).reverse())) {
                        ordered.incrementAndGet();
                    }
                    if (++expected == MESSAGES) {
                        done.countDown();
                    }
                }
            }));
            clients.add(bootstrap.connect((InetSocketAddress) server.localAddress()).sync().channel());
        }
        for (int m = 0; m < MESSAGES; m++) {
            for (Channel client : clients) {
                client.writeAndFlush(m + ":" + "\u00fcx".repeat(m * 3));
            }
        }
        System.out.println(done.await(120, TimeUnit.SECONDS) + " " + letters + " " + ordered);
        for (Channel client : clients) {
            client.close().sync();
        }
        server.close().sync();
        System.out.println(workers.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS) + " " + boss.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
        buffers();
    }

    static void buffers() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(16);
        for (int i = 0; i < 10; i++) {
            buffer.writeInt(i * 0x01010101).writeShortLE(i);
        }
        System.out.println(ByteBufUtil.hexDump(buffer.slice(10, 20)) + " " + buffer.readableBytes() + " " + buffer.hasMemoryAddress() + " " + buffer.release());
        ByteBuf joined = Unpooled.wrappedBuffer(Unpooled.copiedBuffer("one ", StandardCharsets.UTF_8), Unpooled.copiedBuffer("two", StandardCharsets.UTF_8));
        System.out.println(joined.toString(StandardCharsets.UTF_8) + " " + joined.getClass().getSimpleName());
        EmbeddedChannel http = new EmbeddedChannel(new HttpRequestEncoder());
        http.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/path"));
        System.out.println(((ByteBuf) http.readOutbound()).toString(StandardCharsets.US_ASCII).trim());
    }
}
