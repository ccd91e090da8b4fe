// try-with-resources: order of closing, null resources, suppressed exceptions, an existing variable, close that throws after a return.
public class TryResources {
    static StringBuilder log = new StringBuilder();

    record Res(String name, boolean failOpen, boolean failClose) implements AutoCloseable {
        Res {
            log.append("open ").append(name).append(' ');
            if (failOpen) throw new IllegalStateException("open " + name);
        }
        public void close() {
            log.append("close ").append(name).append(' ');
            if (failClose) throw new IllegalArgumentException("close " + name);
        }
    }

    static String use(boolean f1, boolean c1, boolean f2, boolean c2, boolean body) {
        log.setLength(0);
        try (Res a = new Res("a", f1, c1); Res none = null; Res b = new Res("b", f2, c2)) {
            log.append("body ");
            if (body) throw new RuntimeException("body");
            return "returned; " + log;
        } catch (RuntimeException e) {
            StringBuilder s = new StringBuilder(e.getMessage());
            for (Throwable t : e.getSuppressed()) s.append(" +").append(t.getMessage());
            return s + "; " + log;
        } finally {
            log.append("finally");
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 32; i++) {
            System.out.println(i + " " + use((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0, (i & 16) != 0) + " / " + log);
        }
        Res r = new Res("var", false, false);
        try (r) {
            System.out.println(r.name());
        }
        Throwable t = new Throwable("t");
        try {
            t.addSuppressed(t);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage()); // expect: Self-suppression not permitted
        }
        try {
            t.addSuppressed(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
