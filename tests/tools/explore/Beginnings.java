import java.io.*;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;

// Programs that do something before a second thread is there, which all their schedules share.
public class Beginnings {
    public static int count;
    static boolean never;
    static final Object lock = new Object();

    public static void add(boolean locked) {
        if (locked) {
            synchronized (lock) {
                count++;
            }
        } else {
            count++;
        }
    }

    static void log(String file) throws IOException {
        Files.writeString(Path.of(file), "a run\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static void compute() {
        int sum = 0;
        for (int i = 0; i < 10_000_000; i++) {
            sum += i;
        }
        never = sum == 0;
    }

    static void addTwice(boolean locked) throws InterruptedException {
        Thread one = new Thread(() -> add(locked));
        Thread other = new Thread(() -> add(locked));
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(count);
    }

    public static class Base {
        private int steps;

        protected String text() {
            return "base";
        }
    }

    // Each of two loaders makes this class anew. It uses its superclass's method, classes that only
    // the threads need, and, where these are nest mates, a private field of another class.
    public static class Task extends Base implements Runnable {
        @Override
        protected String text() {
            return "task of a " + super.text();
        }

        @Override
        public void run() {
            if (getClass().getClassLoader() == Beginnings.class.getClassLoader()) {
                ((Base) this).steps++;
            }
            java.util.BitSet set = new java.util.BitSet();
            set.set(text().length());
            add(false);
            count += set.cardinality() - 1;
        }
    }

    static class Own extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("Task") && !name.endsWith("Base")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static void runTasks() throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            ClassLoader loader = i == 0 ? Beginnings.class.getClassLoader() : new Own();
            threads[i] = new Thread((Runnable) loader.loadClass("Beginnings$Task")
                    .getDeclaredConstructor().newInstance());
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count);
    }

    public static void main(String[] args) throws Exception {
        System.out.println("begins");
        switch (args[0]) {
            case "races" -> addTwice(false);
            case "loads" -> runTasks();
            case "reads" -> {
                String line;
                try (BufferedReader pipe = new BufferedReader(new FileReader(args[1]))) {
                    line = pipe.readLine();
                }
                FileInputStream open = new FileInputStream(args[2]);
                System.out.println(line + (char) System.in.read() + (char) open.read());
                System.err.println("a warning");
                addTwice(true);
                System.out.println((char) System.in.read() + "" + (char) open.read());
            }
            case "writes" -> {
                try (FileWriter file = new FileWriter(args[1], true)) {
                    file.write("a run\n");
                }
                addTwice(true);
            }
            case "opens" -> {
                RandomAccessFile file = new RandomAccessFile(args[1], "rw");
                file.seek(file.length());
                addTwice(true);
                file.write("a run\n".getBytes());
            }
            // Closed again before anybody is asked, and deleted by the run.
            case "creates" -> {
                Path file = Files.createFile(Path.of("created"));
                addTwice(true);
                Files.delete(file);
                log(args[1]);
            }
            case "maps" -> {
                MappedByteBuffer shared;
                try (FileChannel channel = FileChannel.open(Path.of("mapped"),
                        StandardOpenOption.CREATE, StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
                    shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4);
                }
                shared.putInt(0, 0);
                addTwice(true);
                shared.putInt(0, shared.getInt(0) + 1);
                System.out.println(shared.getInt(0));
                log(args[1]);
            }
            case "lists" -> {
                try (DirectoryStream<Path> folder = Files.newDirectoryStream(Path.of(args[1]))) {
                    addTwice(true);
                    folder.forEach(path -> System.out.println(path.getFileName()));
                }
            }
            case "computes" -> {
                Thread other = new Thread(() -> {
                    add(false);
                    compute();
                });
                other.start();
                add(false);
                compute();
                other.join();
                System.out.println(count);
            }
            case "ends" -> System.out.println("no question");
        }
    }
}
