// Compiles many programs in one process, each into a directory of its own: a javac per program would take most of a test run.
// Standard input has one program a line: source file, class directory, then options, separated by tabs. A directory instead of the source file
// holds modules, each in a directory of its name. Used by tests/java/run.
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class CompilePrograms {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean good = true;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line; (line = in.readLine()) != null;) {
                good &= compile(compiler, line.split("\t"));
            }
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean compile(JavaCompiler compiler, String[] fields) throws Exception {
        File classes = new File(fields[1]);
        classes.mkdirs();
        List<String> options = new ArrayList<>(List.of("-d", fields[1], "-encoding", "UTF-8", "-Xlint:-options", "-nowarn", "-proc:none"));
        for (int i = 2; i < fields.length; i++) {
            options.add(fields[i]);
        }
        List<File> sources = List.of(new File(fields[0]));
        if (sources.get(0).isDirectory()) {
            options.addAll(List.of("--module-source-path", fields[0]));
            try (Stream<Path> all = Files.walk(Path.of(fields[0]))) {
                sources = all.filter(path -> path.toString().endsWith(".java")).map(Path::toFile).collect(Collectors.toList());
            }
        }
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean good = compiler.getTask(null, files, diagnostic -> {
                if (diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR) {
                    System.err.println(diagnostic);
                }
            }, options, null, files.getJavaFileObjectsFromFiles(sources)).call();
            if (good) {
                new File(classes, ".compiled").createNewFile();
            }
            return good;
        }
    }
}
