import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Says what this VM does with damaged copies of good classes: "#n class: damage", then the verdict. Arguments: seed, first, end.
 * A third of the copies are of Samples, and are run if they link; the others, of the JDK, are linked and looked at by reflection.
 */
public class RunMutants {
    /** Packages of java.base that a loader of ours may define when they are called otherwise: java/util becomes mava/util in every text. */
    private static final String[] PACKAGES = {"java/util", "java/util/concurrent", "java/util/stream", "java/util/concurrent/atomic", "java/util/regex"};
    private static final Path MODULES = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    private static final Map<String, byte[]> GOOD = new HashMap<>();

    static byte[] good(String name) throws ClassNotFoundException {
        byte[] known = GOOD.get(name);
        if (known != null) return known;
        try {
            byte[] read = name.startsWith("Samples") ? ofSamples(name) : renamed(Files.readAllBytes(MODULES.resolve("java.base/java" + name.substring(4) + ".class")));
            GOOD.put(name, read);
            return read;
        } catch (java.io.IOException absent) {
            throw new ClassNotFoundException(name);
        }
    }

    private static byte[] ofSamples(String name) throws java.io.IOException {
        try (InputStream in = RunMutants.class.getResourceAsStream("/" + name + ".class")) {
            if (in == null) throw new java.io.IOException(name);
            return in.readAllBytes();
        }
    }

    private static byte[] renamed(byte[] bytes) {
        byte[] from = "java/util/".getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at + from.length <= bytes.length; at++) {
            int same = 0;
            while (same != from.length && bytes[at + same] == from[same]) same++;
            if (same == from.length) bytes[at] = 'm';
        }
        return bytes;
    }

    /** Defines the damaged class, and good ones around it. */
    static final class Around extends ClassLoader {
        private final String damagedName;
        private final byte[] damaged;

        Around(String damagedName, byte[] damaged) {
            super("around", RunMutants.class.getClassLoader());
            this.damagedName = damagedName;
            this.damaged = damaged;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                boolean ours = name.startsWith("mava.util.") || name.startsWith("Samples");
                return ours ? findClass(name) : super.loadClass(name, resolve);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/');
            if (!path.startsWith("mava/util/") && !path.startsWith("Samples")) throw new ClassNotFoundException(name);
            byte[] bytes = path.equals(damagedName) ? damaged : good(path);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static List<String> corpus() throws Exception {
        List<String> names = new ArrayList<>();
        for (String folder : PACKAGES) {
            try (Stream<Path> files = Files.list(MODULES.resolve("java.base/" + folder))) {
                files.map(Path::toString).filter(file -> file.endsWith(".class"))
                    .map(file -> "m" + file.substring(file.indexOf("java/util") + 1, file.length() - 6)).sorted().forEach(names::add);
            }
        }
        return names;
    }

    private interface Look {
        Object at(Class<?> klass) throws Throwable;
    }

    /** Questions that read attributes, each with its own way to fail. */
    private static final Map<String, Look> LOOKS = new java.util.LinkedHashMap<>();

    static {
        LOOKS.put("fields", Class::getDeclaredFields);
        LOOKS.put("methods", klass -> {
            for (Method method : klass.getDeclaredMethods()) {
                method.getParameters();
                method.getGenericReturnType();
                method.getDeclaredAnnotations();
            }
            return null;
        });
        LOOKS.put("constructors", Class::getDeclaredConstructors);
        LOOKS.put("classes", Class::getDeclaredClasses);
        LOOKS.put("enclosing", Class::getEnclosingMethod);
        LOOKS.put("declaring", Class::getDeclaringClass);
        LOOKS.put("simple name", Class::getSimpleName);
        LOOKS.put("nest", Class::getNestHost);
        LOOKS.put("members", Class::getNestMembers);
        LOOKS.put("record", Class::getRecordComponents);
        LOOKS.put("permitted", Class::getPermittedSubclasses);
        LOOKS.put("generic", Class::getGenericSuperclass);
        LOOKS.put("annotations", Class::getDeclaredAnnotations);
        LOOKS.put("modifiers", Class::getModifiers);
    }

    static String judge(String name, byte[] damaged) {
        Class<?> made;
        try {
            made = Class.forName(name.replace('/', '.'), false, new Around(name, damaged));
        } catch (Throwable refused) {
            return "load " + show(refused);
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Look> look : LOOKS.entrySet()) {
            try {
                look.getValue().at(made);
            } catch (Throwable thrown) {
                text.append(look.getKey()).append(' ').append(show(thrown)).append('\n');
                if (thrown instanceof VerifyError || thrown instanceof ClassFormatError) break;
            }
        }
        if (text.length() != 0) return text.toString().strip();
        return name.equals("Samples") ? run(made) : "accepted";
    }

    /** Time enough for the sample: it needs a hundredth of it. By the processor's clock, so that a busy machine changes no answer. */
    private static final long LIMIT_NANOSECONDS = 400_000_000;
    private static final long LIMIT_BY_THE_WALL_CLOCK = 20_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The sample's answer, if it comes soon: damaged code may run or wait for ever. */
    private static String run(Class<?> made) {
        String[] answer = {"accepted, and runs on"};
        Thread runner = new Thread(null, () -> {
            try {
                answer[0] = "accepted, answers " + made.getMethod("run").invoke(null);
            } catch (InvocationTargetException thrown) {
                answer[0] = "run " + show(thrown.getCause());
            } catch (Throwable thrown) {
                answer[0] = "run " + show(thrown);
            }
        }, "sample", 1 << 20);
        runner.setDaemon(true);
        runner.start();
        try {
            for (long start = System.nanoTime(); runner.isAlive() && isInTime(runner, start); ) runner.join(5);
            if (runner.isAlive()) stop(runner);
            runner.join(2000);
        } catch (InterruptedException never) {
            throw new AssertionError(never);
        }
        return answer[0].startsWith("run java.lang.ThreadDeath") ? "accepted, and runs on" : answer[0];
    }

    private static boolean isInTime(Thread runner, long start) {
        return THREADS.getThreadCpuTime(runner.getId()) < LIMIT_NANOSECONDS && System.nanoTime() - start < LIMIT_BY_THE_WALL_CLOCK;
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread runner) {
        runner.stop();
    }

    private static String show(Throwable thrown) {
        String text = thrown.getClass().getName() + ": " + thrown.getMessage();
        return text.replaceAll("'around' @[0-9a-f]+|module @[0-9a-f]+", "@").replace("\n#", "\n #");
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int end = Integer.parseInt(args[2]);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        System.setOut(new PrintStream(new java.io.ByteArrayOutputStream()));
        System.setErr(System.out);
        List<String> corpus = corpus();
        List<String> samples = Samples.parts();
        judge("Samples", good("Samples"));  // what the JDK initializes on the way shall not be stopped in the middle
        for (int number = Integer.parseInt(args[1]); number < end; number++) {
            List<String> from = number % 3 == 0 ? samples : corpus;
            java.util.SplittableRandom random = new java.util.SplittableRandom(seed * 1_000_003 + number);
            String name = from.get(random.nextInt(from.size()));
            Mutator mutator = new Mutator(random.nextLong());
            byte[] damaged = mutator.mutate(good(name));
            out.println("#" + number + " " + name + ": " + mutator.what);
            out.println(judge(name, damaged));
            if (args.length > 3) Files.write(Path.of(args[3], number + ".class"), damaged);
        }
        out.println("#end");
        System.exit(0);
    }
}
