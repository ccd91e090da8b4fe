/** A till takes 10 three times, and a tip of 1. It should hold 31. */
public class Till {
    static class Drawer {
        int sum;
    }

    static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void sell(Drawer drawer) {
        for (int i = 0; i < 3; i++) {
            pause(10);
            drawer.sum += 10;
        }
    }

    static void tip(Drawer drawer) {
        int before = drawer.sum;
        pause(50);
        drawer.sum = before + 1;
    }

    static void close(Drawer drawer) {
        System.out.println("in the till: " + drawer.sum);
    }

    public static void main(String[] args) throws InterruptedException {
        Drawer drawer = new Drawer();
        Thread seller = new Thread(() -> sell(drawer), "seller");
        Thread waiter = new Thread(() -> tip(drawer), "waiter");
        seller.start();
        waiter.start();
        seller.join();
        waiter.join();
        close(drawer);
    }
}
