import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

// The names in the JDK's image, as its file system reads them, and single bytes of direct buffers.
public class ImageNames {
    static String attempt(ByteBuffer buffer, int index) {
        try {
            return "" + buffer.get(index);
        } catch (IndexOutOfBoundsException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        Path image = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/");
        for (String folder : List.of("packages", "modules/java.base/java/util", "modules/jdk.compiler/com")) {
            try (Stream<Path> files = Files.walk(image.resolve(folder))) {
                List<String> names = files.map(Path::toString).sorted().collect(Collectors.toList());
                System.out.println(folder + ": " + names.size() + " names, " + names.hashCode());
            }
        }
        System.out.println(Files.exists(image.resolve("modules/java.base/java/lang/String.class"))); // expect: true
        System.out.println(Files.exists(image.resolve("modules/java.base/java/lang/Str\u00efng.class"))); // expect: false
        ByteBuffer bytes = ByteBuffer.allocateDirect(8);
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) (60 * i));
        }
        bytes.position(2).limit(6);
        for (ByteBuffer buffer : List.of(bytes, bytes.slice(), bytes.asReadOnlyBuffer(), bytes.duplicate().clear())) {
            System.out.println(IntStream.range(-1, 9).mapToObj(index -> attempt(buffer, index)).collect(Collectors.joining(" ")));
        }
    }
}
