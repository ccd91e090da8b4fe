import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/**
 * The client half: rooms of so many users, one thread for each, who take turns broadcasting: the next one speaks when he has heard the one before
 * him. Prints how many messages the server moved per second, in and out, as VolanoMark counts.
 *
 *   minijvm -cp build/samples/models ChatClient port rooms users rounds         each user speaks `rounds` times
 */
public class ChatClient {
    private static final AtomicLong errors = new AtomicLong();
    private static CountDownLatch connected;
    private static CountDownLatch done;
    private static final CountDownLatch go = new CountDownLatch(1);

    private static void chat(int port, int room, int user, int users, int rounds) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()), 256);
            out.write(("room " + room + "\n").getBytes());
            if (!"welcome".equals(in.readLine())) {
                throw new IOException("not welcome");
            }
            connected.countDown();
            go.await();
            for (int turn = 0; turn < users * rounds; turn++) {
                if (turn % users == user) {
                    out.write(("turn " + turn + ": so many words as people say in a chat\n").getBytes());
                }
                String heard = in.readLine();
                if (heard == null || !heard.startsWith("turn " + turn + ":")) {
                    throw new IOException("heard " + heard + " at turn " + turn);
                }
            }
        } catch (Exception e) {
            if (errors.getAndIncrement() == 0) {
                e.printStackTrace();
            }
            connected.countDown();
        } finally {
            done.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int rooms = Integer.parseInt(args[1]);
        int users = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        connected = new CountDownLatch(rooms * users);
        done = new CountDownLatch(rooms * users);
        for (int room = 0; room < rooms; room++) {
            for (int user = 0; user < users; user++) {
                int r = room;
                int u = user;
                SampleThreads.start("user", 64 * 1024, () -> chat(port, r, u, users, rounds));
            }
        }
        connected.await();
        long begin = System.nanoTime();
        go.countDown();
        done.await();
        double seconds = (System.nanoTime() - begin) / 1e9;
        long messages = (long) rooms * users * rounds * (users + 1);
        System.out.printf("connections %d  messages %d  seconds %.2f  messages/s %.0f  errors %d%n", rooms * users, messages, seconds, messages / seconds, errors.get());
        System.exit(errors.get() == 0 ? 0 : 1);
    }
}
