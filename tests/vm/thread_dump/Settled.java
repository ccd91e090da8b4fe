/** Waits until a thread has come to where it stays, however long a busy machine takes for it. */
class Settled {
    /** Returns once the thread is in that state, with the method as its innermost frame. */
    static void await(Thread thread, Thread.State state, String innermost) {
        await(thread, state, innermost, innermost);
    }

    /** The same for a method that other threads call, too: this one is on its stack. */
    static void await(Thread thread, Thread.State state, String innermost, String caller) {
        while (!isAt(thread, state, innermost, caller)) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static boolean isAt(Thread thread, Thread.State state, String innermost, String caller) {
        StackTraceElement[] frames = thread.getStackTrace();
        if (thread.getState() != state || frames.length == 0 || !frames[0].getMethodName().startsWith(innermost)) {
            return false;
        }
        for (StackTraceElement frame : frames) {
            if (frame.getMethodName().startsWith(caller)) {
                return true;
            }
        }
        return false;
    }

    /** The thread of the library that has this name. */
    static Thread named(String name) {
        for (;;) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals(name)) {
                    return thread;
                }
            }
        }
    }
}
