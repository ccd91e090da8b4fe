import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

// Zip, jar, gzip, deflate, CRC: written, read back, damaged input refused.
public class Archives {
    public static void main(String[] args) throws Exception {
        byte[] text = "the quick brown fox ".repeat(500).getBytes();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream z = new GZIPOutputStream(packed)) {
            z.write(text);
        }
        byte[] gz = packed.toByteArray();
        System.out.println((gz.length < text.length / 10) + " " + Arrays.equals(text, new GZIPInputStream(new ByteArrayInputStream(gz)).readAllBytes()));
        gz[gz.length - 6] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(gz)).readAllBytes();
        } catch (IOException e) {
            System.out.println(e);
        }
        try {
            new GZIPInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3}));
        } catch (IOException e) {
            System.out.println(e);
        }
        try (ZipOutputStream z = new ZipOutputStream(new FileOutputStream("a.zip"))) {
            for (int i = 0; i < 5; i++) {
                ZipEntry e = new ZipEntry("dir/" + i + ".txt");
                if (i == 3) {
                    e.setMethod(ZipEntry.STORED);
                    e.setSize(4);
                    CRC32 crc = new CRC32();
                    crc.update("data".getBytes());
                    e.setCrc(crc.getValue());
                }
                z.putNextEntry(e);
                z.write(i == 3 ? "data".getBytes() : ("entry " + i).repeat(i * 10).getBytes());
                z.closeEntry();
            }
            try {
                z.putNextEntry(new ZipEntry("dir/1.txt"));
            } catch (ZipException e) {
                System.out.println(e.getMessage());
            }
        }
        try (ZipFile z = new ZipFile("a.zip")) {
            z.stream().forEach(e -> System.out.println(e.getName() + " " + e.getSize() + " " + Long.toHexString(e.getCrc()) + " " + e.getMethod()));
            System.out.println(new String(z.getInputStream(z.getEntry("dir/2.txt")).readAllBytes()).length() + " " + z.getEntry("none") + " " + z.size());
        }
        try (FileSystem fs = FileSystems.newFileSystem(Path.of("a.zip"))) {
            System.out.println(Files.readString(fs.getPath("dir/1.txt")).length() + " " + Files.exists(fs.getPath("/dir/9.txt")));
        }
        Manifest m = new Manifest();
        m.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        m.getMainAttributes().put(new Attributes.Name("X-Key"), "value ".repeat(30).trim());
        try (JarOutputStream j = new JarOutputStream(new FileOutputStream("b.jar"), m)) {
            j.putNextEntry(new JarEntry("x"));
        }
        try (JarFile j = new JarFile("b.jar")) {
            System.out.println(j.getManifest().getMainAttributes().getValue("x-key").length());
        }
        try {
            new ZipFile(Files.write(Path.of("bad.zip"), new byte[100]).toFile());
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        Deflater d = new Deflater(9, true);
        d.setInput(text);
        d.finish();
        byte[] buf = new byte[2000];
        int n = d.deflate(buf);
        Inflater f = new Inflater(true);
        f.setInput(buf, 0, n);
        byte[] back = new byte[text.length];
        System.out.println(f.inflate(back) + " " + f.finished() + " " + Arrays.equals(back, text) + " " + f.getBytesRead());
        Adler32 adler = new Adler32();
        adler.update(text, 3, 100);
        CRC32C c = new CRC32C();
        c.update(text);
        System.out.println(adler.getValue() + " " + c.getValue());
    }
}
