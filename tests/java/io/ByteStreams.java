import java.io.*;
import java.util.*;

// Data, buffered, pushback, piped and sequence streams in memory; mark and reset; end-of-file; object identity of what passes.
public class ByteStreams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(true);
        out.writeByte(-1);
        out.writeShort(-2);
        out.writeChar('\u4e2d');
        out.writeInt(Integer.MIN_VALUE);
        out.writeLong(Long.MAX_VALUE);
        out.writeFloat(1.5f);
        out.writeDouble(Math.PI);
        out.writeUTF("u\u0000\u00e9\u4e2d");
        out.writeBytes("bytes");
        System.out.println(out.size() + " " + Arrays.hashCode(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readBoolean() + " " + in.readUnsignedByte() + " " + in.readUnsignedShort() + " " + (int) in.readChar() + " " + in.readInt() + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readUTF().length() + " " + in.available());
        in.readFully(new byte[5]);
        try {
            in.readByte();
        } catch (EOFException e) {
            System.out.println(e);
        }
        BufferedInputStream b = new BufferedInputStream(new ByteArrayInputStream("0123456789".getBytes()), 4);
        b.skip(2);
        b.mark(10);
        System.out.println(b.read() + " " + new String(b.readNBytes(3)) + " " + b.markSupported());
        b.reset();
        System.out.println(new String(b.readAllBytes()) + " " + b.read());
        PushbackInputStream p = new PushbackInputStream(new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream("cd".getBytes())), 2);
        int c = p.read();
        p.unread('x');
        p.unread(c);
        System.out.println(new String(p.readAllBytes()));
        PipedInputStream pipe = new PipedInputStream();
        PipedOutputStream sink = new PipedOutputStream(pipe);
        Thread writer = new Thread(() -> {
            try (sink) {
                for (int i = 0; i < 3000; i++) sink.write(i);
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        writer.start();
        int sum = 0;
        for (int x; (x = pipe.read()) >= 0;) sum += x;
        writer.join();
        System.out.println(sum);
        StringWriter s = new StringWriter();
        try (PrintWriter w = new PrintWriter(s)) {
            w.print('c');
            w.print(5L);
            w.append("x").format("%s", "f").println(new char[] {'1', '2'});
        }
        LineNumberReader lines = new LineNumberReader(new StringReader("a\nb\r\nc\rd"));
        while (lines.readLine() != null) System.out.print(lines.getLineNumber() + " ");
        System.out.println(s.toString().trim() + " " + new String(new InputStreamReader(new ByteArrayInputStream(new byte[] {(byte) 0xc3, (byte) 0xa9}), "UTF-8").read() + ""));
        StreamTokenizer t = new StreamTokenizer(new StringReader("x = 3.5 + 'q' // c"));
        for (int k; (k = t.nextToken()) != StreamTokenizer.TT_EOF;) System.out.print(k + ":" + t.sval + ":" + t.nval + " ");
        System.out.println();
    }
}
