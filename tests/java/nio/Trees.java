import java.io.*;
import java.net.URI;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.stream.*;

// Directory trees: walk, find, visitors, attributes, links, permissions, moves, temporary files, watches, the zip file system, glob patterns.
public class Trees {
    static void fails(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Path root = Files.createDirectories(Path.of("root/a/b"));
        Path top = Path.of("root");
        Files.writeString(root.resolve("one.txt"), "eins\nzwei\n");
        Files.write(top.resolve("two.bin"), new byte[1000]);
        Files.createSymbolicLink(top.resolve("link"), Path.of("a/b/one.txt"));
        Files.createLink(top.resolve("hard"), top.resolve("two.bin"));
        try (Stream<Path> walk = Files.walk(top)) {
            System.out.println(walk.map(Path::toString).sorted().toList());
        }
        try (Stream<Path> found = Files.find(top, 5, (path, attributes) -> attributes.isRegularFile() && attributes.size() > 100)) {
            System.out.println(found.map(path -> path.getFileName().toString()).sorted().toList());
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(top, "*.{bin,txt}")) {
            stream.forEach(System.out::println);
        }
        System.out.println(Files.isSymbolicLink(top.resolve("link")) + " " + Files.readSymbolicLink(top.resolve("link")) + " " + Files.readString(top.resolve("link")).length() + " " + Files.isSameFile(top.resolve("hard"), top.resolve("two.bin")) + " " + Files.getAttribute(top.resolve("hard"), "unix:nlink"));
        Files.setPosixFilePermissions(top.resolve("two.bin"), PosixFilePermissions.fromString("rw-r-----"));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(top.resolve("hard"))) + " " + Files.isExecutable(top.resolve("hard")));
        FileTime time = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(top.resolve("two.bin"), time);
        BasicFileAttributes attributes = Files.readAttributes(top.resolve("two.bin"), BasicFileAttributes.class);
        System.out.println(attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.isDirectory() + " " + new File("root/two.bin").lastModified());

        fails("delete", () -> { Files.delete(top); return null; });
        fails("create", () -> Files.createDirectory(top));
        fails("read", () -> Files.readString(Path.of("absent")));
        fails("list", () -> Files.list(top.resolve("two.bin")));
        fails("copy", () -> Files.copy(top.resolve("two.bin"), top.resolve("hard2")) + " " + Files.copy(top.resolve("two.bin"), top.resolve("hard2")));
        System.out.println(Files.move(top.resolve("hard2"), top.resolve("moved"), StandardCopyOption.ATOMIC_MOVE) + " " + Files.mismatch(top.resolve("moved"), top.resolve("two.bin")) + " " + Files.deleteIfExists(top.resolve("absent")));
        Path temp = Files.createTempFile(top, "pre", ".suf");
        System.out.println(temp.getFileName().toString().matches("pre\\d+\\.suf") + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(temp)) + " " + Files.size(temp));
        Files.delete(temp);
        fails("charset", () -> Files.readString(Files.write(top.resolve("bad"), new byte[] {(byte) 0xff}), StandardCharsets.UTF_8));

        try (WatchService watcher = FileSystems.getDefault().newWatchService()) {
            top.register(watcher, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
            Files.createFile(top.resolve("fresh"));
            Files.delete(top.resolve("fresh"));
            List<String> events = new ArrayList<>();
            WatchKey key;
            boolean reset;
            do { // the two events come in one batch or in two
                key = watcher.poll(20, TimeUnit.SECONDS);
                for (WatchEvent<?> event : key.pollEvents()) {
                    events.add(event.kind() + " " + event.context());
                }
                reset = key.reset();
            } while (events.size() < 2);
            System.out.println(events + " " + reset);
            key.cancel();
            System.out.println(key.isValid() + " " + watcher.poll());
        }
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + top.resolve("x.zip").toUri()), Map.of("create", "true"))) {
            Files.createDirectory(zip.getPath("/dir"));
            Files.writeString(zip.getPath("/dir/entry"), "zipped".repeat(100));
            System.out.println(Files.size(zip.getPath("/dir/entry")) + " " + zip.getPath("dir", "..", "dir").normalize());
        }
        try (FileSystem zip = FileSystems.newFileSystem(top.resolve("x.zip")); Stream<Path> walk = Files.walk(zip.getPath("/"))) {
            System.out.println(walk.map(Path::toString).toList());
        }
        System.out.println(Path.of("a/./b/../c").normalize() + " " + Path.of("/a/b").relativize(Path.of("/a/c/d")) + " " + Path.of("x").resolveSibling("y") + " " + Path.of("a/b").startsWith("a") + " " + FileSystems.getDefault().getPathMatcher("glob:**/*.{java,c}").matches(Path.of("p/q.c")));
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            int files;
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                files++;
                return FileVisitResult.CONTINUE;
            }
            public FileVisitResult postVisitDirectory(Path dir, IOException failure) throws IOException {
                Files.delete(dir);
                if (dir.equals(top)) {
                    System.out.println(files);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(Files.exists(top) + " " + Files.getFileStore(Path.of(".")).supportsFileAttributeView("posix"));
    }
}
