// Eight clerks move money between accounts. Each move locks two accounts, always the lower number first, so that no two clerks block each other for ever.
public class Bank {
    static class Account {
        final int number;
        private long cents;

        Account(int number, long cents) {
            this.number = number;
            this.cents = cents;
        }

        synchronized long cents() {
            return cents;
        }
    }

    private final Account[] accounts = new Account[10];

    Bank() {
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(i, 100_000);
        }
    }

    boolean move(Account from, Account to, long cents) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.cents < cents) {
                    return false;
                }
                from.cents -= cents;
                to.cents += cents;
                return true;
            }
        }
    }

    void work(int clerk) {
        int seed = clerk;
        for (int i = 0; i < 2000; i++) {
            seed = seed * 1103515245 + 12345;
            move(accounts[(seed >>> 8) % 10], accounts[(seed >>> 16) % 10], (seed >>> 4) % 5000);
        }
    }

    long total() {
        long sum = 0;
        for (Account account : accounts) {
            sum += account.cents();
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        Thread[] clerks = new Thread[8];
        for (int i = 0; i < clerks.length; i++) {
            int clerk = i;
            clerks[i] = new Thread(() -> bank.work(clerk), "clerk " + i);
            clerks[i].start();
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        System.out.println("total " + bank.total() / 100 + ", as before");
    }
}
