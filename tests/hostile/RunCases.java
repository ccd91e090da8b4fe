import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says what this VM does with each class of the *.cases files given: "#n verdict clause name", then its answer. A case's first class is loaded,
 * initialized, and each of its static methods named m... without parameters is called. {@code run} compares the answers of two VMs.
 */
public class RunCases {
    record Case(boolean isGood, String title, List<ClassAssembler> classes) { }

    /** The classes of one case, assembled when they are asked for; those marked `outer` belong to its parent. */
    static final class Made extends ClassLoader {
        private final Map<String, ClassAssembler> classes;

        Made(String name, ClassLoader parent, Map<String, ClassAssembler> classes) {
            super(name, parent);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ClassAssembler made = classes.get(name.replace('.', '/'));
            if (made == null) throw new ClassNotFoundException(name);
            byte[] bytes = made.bytes();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static List<String> read(String file) throws Exception {
        return Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
    }

    /** "{text*3}" stands for texttexttext. */
    static String expand(String line) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (int open; (open = line.indexOf('{', at)) >= 0; ) {
            int star = line.indexOf('*', open);
            int close = line.indexOf('}', open);
            if (star < 0 || close < star) break;
            out.append(line, at, open).append(line.substring(open + 1, star).repeat(Integer.parseInt(line.substring(star + 1, close))));
            at = close + 1;
        }
        return out.append(line.substring(at)).toString();
    }

    static List<Case> parse(String file) throws Exception {
        List<Case> cases = new ArrayList<>();
        List<String> shared = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String title = null;
        for (String raw : read(file)) {
            String line = raw.trim();
            if (line.isEmpty() || line.startsWith("//") || line.startsWith("says ")) continue;
            if (line.startsWith("bad ") || line.startsWith("good ")) {
                if (title == null) shared = lines;
                else cases.add(assemble(title, lines, shared));
                lines = new ArrayList<>();
                title = line;
            } else {
                lines.add(expand(line));
            }
        }
        cases.add(assemble(title, lines, shared));
        return cases;
    }

    private static Case assemble(String title, List<String> lines, List<String> shared) {
        List<ClassAssembler> classes = new ArrayList<>();
        try {
            if (lines.isEmpty() || !lines.get(0).startsWith("class ")) classes.add(new ClassAssembler(new String[] {"class", "C"}));
            for (List<String> part : List.of(lines, shared)) {
                for (String line : part) {
                    if (line.startsWith("class ")) classes.add(new ClassAssembler(line.split("\\s+")));
                    else classes.get(classes.size() - 1).line(line);
                }
            }
            return new Case(title.startsWith("good"), title, classes);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(title + ": " + e.getMessage(), e);
        }
    }

    static Class<?> load(Case one, boolean initialize) throws ClassNotFoundException {
        Map<String, ClassAssembler> inner = new HashMap<>();
        Map<String, ClassAssembler> outer = new HashMap<>();
        for (ClassAssembler made : one.classes) (made.inOuterLoader ? outer : inner).putIfAbsent(made.name, made);
        ClassLoader parent = new Made("outer", RunCases.class.getClassLoader(), outer);
        return Class.forName(one.classes.get(0).name.replace('/', '.'), initialize, new Made("inner", parent, inner));
    }

    /** An error's class, message and causes. Hashes of loaders are left out. */
    static String show(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            text.append(at == thrown ? "" : "\n caused by ").append(at.getClass().getName()).append(": ").append(at.getMessage());
        }
        return text.toString().replaceAll("(inner|outer|app|unnamed module)'? @[0-9a-fx]+", "$1").strip();
    }

    static String judge(Case one) {
        String stage = "load ";
        try {
            load(one, false);
            stage = "initialize ";
            Class<?> made = load(one, true);
            stage = "members ";
            Method[] methods = made.getDeclaredMethods();
            java.util.Arrays.sort(methods, java.util.Comparator.comparing(Method::toString));
            StringBuilder results = new StringBuilder("accepted");
            for (Method method : methods) {
                if (!Modifier.isStatic(method.getModifiers()) || !method.getName().startsWith("m") || method.getParameterCount() != 0) continue;
                stage = "call " + method.getName() + " ";
                method.setAccessible(true);
                results.append(" ").append(method.getName()).append("=").append(method.invoke(null));
            }
            return results.toString();
        } catch (InvocationTargetException thrown) {
            return stage + show(thrown.getCause());
        } catch (Throwable thrown) {
            return stage + show(thrown);
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        int from = Integer.parseInt(args[0]);
        int index = 0;
        for (int file = 1; file < args.length; file++) {
            for (Case one : parse(args[file])) {
                if (index++ < from) continue;
                out.println("#" + (index - 1) + " " + one.title);
                out.flush();
                out.println(judge(one));
            }
        }
        out.println("#end");
        out.flush();
    }
}
