import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** One scene for each way in which threads meet the model; args[0] names it. */
public class Threads {
    static Thread start(Callable<?> body) {
        Thread thread = new Thread(() -> {
            try {
                body.call();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        thread.start();
        return thread;
    }

    // A thread that blocks in a read of a pipe that nobody polls, and one that must run for the read to end.
    static void blockingRead() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        CountDownLatch reads = new CountDownLatch(1);
        Thread reader = start(() -> {
            reads.countDown();
            System.out.println("read " + cat.getInputStream().read());
            return null;
        });
        Thread writer = start(() -> {
            reads.await();
            cat.getOutputStream().write('x');
            cat.getOutputStream().close();
            return null;
        });
        reader.join();
        writer.join();
        System.out.println("exit " + cat.waitFor());
    }

    // Many connections, of which the peer closes all at once.
    static void peersGone(int count) throws Exception {
        List<Socket> peers = new ArrayList<>();
        List<Thread> readers = new ArrayList<>();
        try (ServerSocket listener = new ServerSocket(0, count, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < count; i++) {
                peers.add(new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
                Socket mine = listener.accept();
                readers.add(start(() -> {
                    if (mine.getInputStream().read() != -1) {
                        System.out.println("more");
                    }
                    mine.close();
                    return null;
                }));
            }
            for (Socket peer : peers) {
                peer.close();
            }
            for (Thread reader : readers) {
                reader.join();
            }
        }
        System.out.println("gone");
    }

    static void noMoreDescriptors() throws Exception {
        peersGone(1);  // the library needs descriptors once, to make its classes
        List<Socket> open = new ArrayList<>();
        Thread thread = start(() -> {
            try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
                for (;;) {
                    open.add(new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
                    open.add(listener.accept());
                }
            } catch (IOException e) {
                for (Socket socket : open) {
                    socket.close();
                }
                System.out.println("refused: " + e.getMessage());
            }
            return null;
        });
        thread.join();
    }

    static void selector() throws Exception {
        Thread thread = start(() -> {
            Pipe pipe = Pipe.open();
            Selector selector = Selector.open();
            pipe.source().configureBlocking(false);
            pipe.source().register(selector, SelectionKey.OP_READ);
            System.out.println("timed " + selector.select(5));
            start(() -> pipe.sink().write(java.nio.ByteBuffer.wrap(new byte[] {1})));
            System.out.println("ready " + selector.select());
            return null;
        });
        thread.join();
    }

    static int depth;

    static void sink() {
        depth++;
        sink();
    }

    static void deep() throws Exception {
        start(() -> {
            try {
                sink();
            } catch (StackOverflowError e) {
                System.out.println("overflow " + (depth > 500));
            }
            return null;
        }).join();
    }

    static void gather() throws Exception {
        start(() -> {
            byte[][] keep = new byte[100][];
            for (int i = 0; i < 20_000; i++) {
                keep[i % 100] = new byte[10_000];
            }
            System.gc();
            return null;
        }).join();
        Object gate = new Object();
        int[] waiting = {0};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            threads.add(start(() -> {
                String mine = new String("thread");
                synchronized (gate) {
                    waiting[0]++;
                    while (waiting[0] >= 0) {
                        gate.wait();
                    }
                }
                if (!mine.equals("thread")) {
                    System.out.println(mine);
                }
                return null;
            }));
        }
        for (boolean all = false; !all; Thread.sleep(1)) {
            synchronized (gate) {
                all = waiting[0] == 500;
            }
        }
        System.gc();
        synchronized (gate) {
            waiting[0] = -1;
            gate.notifyAll();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("gathered");
    }

    // The kernel's nice value of the calling thread: the 19th word, of which the second ends with the last parenthesis.
    static String niceValue() throws IOException {
        String words = Files.readString(Path.of("/proc/thread-self/stat"));
        return words.substring(words.lastIndexOf(')') + 2).split(" ")[16];
    }

    // Threads that have their priority from the start, and one that gets another one while it runs.
    static void niceValues() throws Exception {
        StringBuffer values = new StringBuffer();
        for (int priority : new int[] {5, 1, 4, 10}) {
            Thread thread = new Thread(() -> {
                try {
                    values.append(' ').append(niceValue());
                } catch (IOException e) {
                    values.append(e);
                }
            });
            thread.setPriority(priority);
            thread.start();
            thread.join();
        }
        Thread.currentThread().setPriority(2);
        System.out.println("nice" + values + " then " + niceValue());
    }

    // Starts a parked thread for each priority, lets one thread wake them in this order, and joins them. Each then calls the body with its number.
    static void wakeInOrder(int[] priorities, IntConsumer body) throws Exception {
        boolean[] go = {false};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < priorities.length; i++) {
            int me = i;
            Thread thread = new Thread(() -> {
                while (!go[0]) {
                    LockSupport.park();
                }
                body.accept(me);
            });
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.start();
            thread.setPriority(priorities[i]);
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        start(() -> {
            go[0] = true;
            threads.forEach(LockSupport::unpark);
            return null;
        }).join();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Without time slices a thread runs until it waits, so under M:1 the order is exact. */
    static void priorities() throws Exception {
        int[] priorities = {1, 5, 10, 3, 8, 5, 10, 1};
        StringBuffer order = new StringBuffer();
        wakeInOrder(priorities, me -> order.append(' ').append(Thread.currentThread().getPriority()));
        System.out.println("order" + order);
    }

    /** Threads that do a unit of work and yield: who works at which turn. */
    static void rotation(int turns) throws Exception {
        int[] priorities = new int[7];
        Arrays.fill(priorities, Thread.NORM_PRIORITY);
        StringBuffer order = new StringBuffer();
        wakeInOrder(priorities, me -> {
            for (int turn = 0; turn < turns; turn++) {
                order.append(me);
                Thread.yield();
            }
        });
        System.out.println("order " + order);
    }

    /** Opens a pipe that has no writer yet, while another thread could run. */
    static void blockingOpen(String pipe) throws Exception {
        start(() -> {
            Thread other = start(() -> {
                System.out.println("other ran");
                return null;
            });
            System.out.println("opens");
            try (InputStream in = new FileInputStream(pipe)) {
                System.out.println("read " + in.read());
            }
            other.join();
            return null;
        }).join();
    }

    static volatile boolean otherRan;

    /** One thread opens a pipe that has no writer yet, one computes for a while, and a third could run. */
    static void computing(String pipe) throws Exception {
        start(() -> {
            Thread reader = start(() -> {
                try (InputStream in = new FileInputStream(pipe)) {
                    System.out.println("read " + in.read());
                }
                return null;
            });
            Thread other = start(() -> {
                otherRan = true;
                System.out.println("other ran");
                return null;
            });
            for (long end = System.nanoTime() + 300_000_000; System.nanoTime() < end;) {
                depth++;
            }
            System.out.println("computed, other ran: " + otherRan);
            other.join();
            reader.join();
            return null;
        }).join();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "read" -> blockingRead();
            case "peers" -> peersGone(args.length > 1 ? Integer.parseInt(args[1]) : 200);
            case "descriptors" -> noMoreDescriptors();
            case "selector" -> selector();
            case "deep" -> deep();
            case "gather" -> gather();
            case "priorities" -> priorities();
            case "rotation" -> rotation(Integer.parseInt(args[1]));
            case "nice" -> niceValues();
            case "open" -> blockingOpen(args[1]);
            case "computes" -> computing(args[1]);
            case "exit" -> {
                start(() -> { System.exit(7); return null; }).join();
            }
            case "uncaught" -> {
                Thread thread = new Thread(() -> { throw new IllegalStateException("mine"); }, "loser");
                thread.start();
                thread.join();
            }
            case "daemon" -> {
                for (int i = 0; i < 50; i++) {
                    Thread daemon = new Thread(() -> { for (;;) { depth++; } });
                    daemon.setDaemon(true);
                    daemon.start();
                }
                System.out.println("leaves");
            }
            case "forever" -> {
                for (int i = 0; i < 50; i++) {
                    start(() -> { Thread.sleep(1_000_000); return null; });
                }
                start(() -> { for (;;) { depth++; } });
                System.out.println("up");
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
