import java.util.concurrent.ThreadFactory;

/**
 * Makes the threads of these samples: platform threads, or with -Dthreads=virtual the virtual threads of JDK 21 and later. Those are found by
 * reflection, so that the samples also compile and run on a JDK 17.
 */
final class SampleThreads {
    private static final ThreadFactory virtual = "virtual".equals(System.getProperty("threads")) ? virtualThreads() : null;

    private SampleThreads() { }

    private static ThreadFactory virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no virtual threads", e);
        }
    }

    /** A thread that is not started yet. stackBytes is for platform threads; 0 is the VM's default. */
    static Thread make(String name, long stackBytes, Runnable body) {
        if (virtual == null) {
            return new Thread(null, body, name, stackBytes);
        }
        Thread made = virtual.newThread(body);
        made.setName(name);
        return made;
    }

    static Thread start(String name, long stackBytes, Runnable body) {
        Thread made = make(name, stackBytes, body);
        made.start();
        return made;
    }
}
