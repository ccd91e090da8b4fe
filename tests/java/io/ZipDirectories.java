import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

// run: --add-opens java.base/java.util.zip=ALL-UNNAMED
// Central directories: names of every kind, found with and without their slash; directories with random damage; and what the functions
// that read them do with arguments that the library never passes.
public class ZipDirectories {
    static final String[] PARTS = {"a", "B7", "class", "\u00e4", "\u0416", "\ud83d\ude00", "META-INF", "MANIFEST.MF", "versions", "9", "x.SF", "long-name-of-a-package"};

    static byte[] zip(List<String> names) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                ZipEntry entry = new ZipEntry(name);
                // What damage does depends on all bytes, also on those of the time.
                entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
                if (name.length() % 3 == 0) entry.setComment("comment of " + name);
                if (name.length() % 5 == 0) entry.setExtra(new byte[] {1, 99, 2, 0, 7, 8});
                zip.putNextEntry(entry);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    static long read(byte[] bytes, List<String> names, boolean isLatin1) throws Exception {
        Path path = Files.createTempFile("directories", ".zip");
        try {
            Files.write(path, bytes);
            try (ZipFile zip = isLatin1 ? new ZipFile(path.toFile(), StandardCharsets.ISO_8859_1) : new ZipFile(path.toFile())) {
                long sum = zip.size();
                for (String name : names) {
                    ZipEntry entry = zip.getEntry(name);
                    ZipEntry bare = zip.getEntry(name.endsWith("/") ? name.substring(0, name.length() - 1) : name + "/");
                    sum = sum * 31 + (entry == null ? 1 : entry.getName().hashCode()) + (bare == null ? 2 : bare.getName().hashCode());
                }
                return zip.stream().mapToLong(entry -> entry.getName().hashCode() + entry.getMethod()).sum() * 7 + sum;
            }
        } finally {
            Files.delete(path);
        }
    }

    static String call(Object coder, Method method, Object... arguments) throws Exception {
        try {
            return "" + method.invoke(coder, arguments);
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        }
    }

    static Method find(Class<?> klass, String name) {
        for (Method method : klass.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new AssertionError(name);
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 30; round++) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                StringBuilder name = new StringBuilder();
                for (int parts = random.nextInt(4) + 1; parts > 0; parts--) name.append(PARTS[random.nextInt(PARTS.length)]).append(parts > 1 || random.nextInt(4) == 0 ? "/" : "");
                if (!names.contains(name.toString())) names.add(name.toString());
            }
            byte[] bytes = zip(names);
            System.out.println(names.size() + " names " + read(bytes, names, false) + " " + read(bytes, names, true));
            // The central directory is the second half, roughly.
            for (int i = 0; i < 10; i++) {
                byte[] damaged = bytes.clone();
                damaged[damaged.length / 2 + random.nextInt(damaged.length / 2)] ^= (byte) (1 << random.nextInt(8));
                try {
                    System.out.println("damaged " + read(damaged, names, false));
                } catch (Exception e) {
                    System.out.println("damaged " + e);
                }
            }
        }

        Class<?> utf8 = Class.forName("java.util.zip.ZipCoder$UTF8ZipCoder");
        var instance = utf8.getSuperclass().getDeclaredField("UTF8");
        instance.setAccessible(true);
        Object coder = instance.get(null);
        Method hash = find(utf8, "checkedHash");
        byte[] name = "org/example/\u00e4/".getBytes(StandardCharsets.UTF_8);
        byte[] broken = {'a', (byte) 0xc3, 'b', (byte) 0xff};
        for (int from = -1; from <= name.length + 1; from++)
            for (int count = -1; count <= name.length - from + 1; count++) System.out.println(from + " " + count + " " + call(coder, hash, name, from, count));
        System.out.println(call(coder, hash, null, 0, 1) + ", " + call(coder, hash, null, 0, 0) + ", " + call(coder, hash, broken, 0, 4) + ", " + call(coder, hash, name, Integer.MAX_VALUE, 2) + ", " + call(coder, hash, name, 2, Integer.MAX_VALUE));

        byte[] record = new byte[46];
        random.nextBytes(record);
        for (String number : new String[] {"SH", "LG", "CENSIG", "CENFLG", "CENHOW", "CENNAM", "CENEXT", "CENCOM"}) {
            Method method = find(Class.forName("java.util.zip.ZipUtils"), number);
            for (int start : new int[] {-46, -10, -9, -8, -2, -1, 0, 1, 12, 13, 14, 15, 16, 34, 35, 36, 37, 38, 42, 43, 44, 45, 46, Integer.MAX_VALUE, Integer.MAX_VALUE - 9, Integer.MIN_VALUE})
                System.out.println(number + " " + start + " " + call(null, method, record, start));
            System.out.println(number + " " + call(null, method, null, 0) + " " + call(null, method, new byte[0], 0));
        }
    }
}
