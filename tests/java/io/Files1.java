import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

// Files and directories in the working directory: write, read, append, list, walk, copy, move, delete, attributes, errors.
public class Files1 {
    static void attempt(String what, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(what + " " + c.call());
        } catch (Exception e) {
            System.out.println(what + " " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Path.of("work/deep/er");
        Files.createDirectories(dir);
        Path file = dir.resolve("t\u00e9xt.txt");
        Files.writeString(file, "line 1\nline \u00e9 2\n");
        Files.write(file, List.of("line 3"), StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(file) + " " + Files.size(file) + " " + Files.exists(file) + Files.isDirectory(dir) + " " + file.getFileName() + " " + file.getParent() + " " + file.getNameCount());
        Files.copy(file, dir.resolve("copy.txt"));
        Files.move(dir.resolve("copy.txt"), Path.of("work/moved.txt"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> walk = Files.walk(Path.of("work"))) {
            System.out.println(walk.map(Path::toString).sorted().toList());
        }
        attempt("missing", () -> Files.readString(Path.of("none.txt")));
        attempt("twice", () -> Files.createFile(file));
        attempt("not empty", () -> { Files.delete(Path.of("work")); return 1; });
        attempt("stream of missing", () -> new FileInputStream("gone/x"));
        attempt("directory", () -> new FileInputStream("work"));
        attempt("bad mode", () -> new RandomAccessFile("x", "q"));
        attempt("read a directory", () -> Files.readAllBytes(Path.of("work")));
        attempt("malformed", () -> { Files.write(Path.of("bad"), new byte[] {(byte) 0xff}); return Files.readString(Path.of("bad")); });
        try (RandomAccessFile r = new RandomAccessFile("random.bin", "rw")) {
            for (int i = 0; i < 100; i++) r.writeLong(i * i);
            r.seek(50 * 8);
            System.out.println(r.readLong() + " " + r.getFilePointer() + " " + r.length());
            r.setLength(16);
            r.seek(16);
            r.writeUTF("utf \u4e2d");
            r.seek(16);
            System.out.println(r.readUTF() + " " + r.read());
            attempt("end", r::readInt);
        }
        try (PrintWriter p = new PrintWriter(new FileWriter("p.txt"))) {
            p.printf("%d %s%n", 5, "x");
            p.println(2.5);
            System.out.println(p.checkError());
        }
        try (BufferedReader b = Files.newBufferedReader(Path.of("p.txt"))) {
            System.out.println(b.readLine() + b.readLine() + b.readLine());
        }
        File f = new File("p.txt");
        System.out.println(f.length() + " " + f.canRead() + " " + f.delete() + f.exists() + f.delete() + " " + new File("work").list().length + " " + new File("a/../b/./c").getCanonicalFile().getName() + " " + new File("a//b/").getPath() + " " + f.renameTo(new File("q")) + new File("nodir/sub").mkdir() + new File("nodir/sub").mkdirs());
        System.out.println(Path.of("a/b/../c/./d").normalize() + " " + Path.of("/x/y").relativize(Path.of("/x/z/w")) + " " + Path.of("a").resolve("/abs") + " " + Path.of("a").startsWith("a") + " " + Files.isSameFile(file, Path.of("work/deep/../deep/er", file.getFileName().toString())) + " " + Files.probeContentType(Path.of("x.html")));
        Files.createSymbolicLink(Path.of("link"), Path.of("work"));
        System.out.println(Files.isSymbolicLink(Path.of("link")) + " " + Files.readSymbolicLink(Path.of("link")) + " " + Files.getLastModifiedTime(file).toMillis() / 1000 / 1000000000L);
    }
}
