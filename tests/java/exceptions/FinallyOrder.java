// try-finally in every shape: returns overridden, values saved before finally runs, nested finally, throw in catch and in finally.
public class FinallyOrder {
    static StringBuilder log = new StringBuilder();

    static int saved() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 99;
            log.append("saved ");
        }
    }

    @SuppressWarnings("finally")
    static int overridden() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 7;
        }
    }

    static String nested(int how) {
        String s = "";
        try {
            try {
                try {
                    if (how == 1) throw new RuntimeException("one");
                    if (how == 2) return s + "returned";
                    s += "body ";
                } finally {
                    s += "inner ";
                    if (how == 3) throw new IllegalArgumentException("three");
                }
                s += "after ";
            } catch (RuntimeException e) {
                s += "caught:" + e.getMessage() + " ";
                if (how == 3) throw new Error("from catch");
            } finally {
                s += "middle ";
                log.append(s).append('|');
            }
        } catch (Error e) {
            s += "error:" + e.getMessage() + " ";
        } finally {
            s += "outer";
            log.append(s).append('|');
        }
        return s;
    }

    static long longInFinally(long v) {
        try {
            return v * 2;
        } finally {
            v = 0;
            for (int i = 0; i < 3; i++) {
                try {
                    if (i == 1) throw new Exception();
                    v += i;
                } catch (Exception e) {
                    v += 100;
                } finally {
                    v += 1000;
                }
            }
            log.append(v).append(' ');
        }
    }

    static Object[] lock = {new Object(), new Object()};

    static int monitors(boolean fail) {
        try {
            synchronized (lock[0]) {
                synchronized (lock[1]) {
                    try {
                        if (fail) throw new RuntimeException("inside");
                        return 1;
                    } finally {
                        log.append(Thread.holdsLock(lock[0])).append(Thread.holdsLock(lock[1])).append(' ');
                    }
                }
            }
        } catch (RuntimeException e) {
            return 2;
        } finally {
            log.append(Thread.holdsLock(lock[0])).append(Thread.holdsLock(lock[1])).append(' ');
        }
    }

    public static void main(String[] args) {
        System.out.println(saved() + " " + overridden()); // expect: 1 7
        for (int i = 0; i < 4; i++) System.out.println(nested(i));
        System.out.println(longInFinally(1L << 40) + " " + monitors(true) + " " + monitors(false));
        System.out.println(log);
    }
}
