public class Big2 {
  public static void main(String[] a) throws Exception {
    java.util.concurrent.CountDownLatch l=new java.util.concurrent.CountDownLatch(1);
    Thread[] ts=new Thread[200];
    for(int i=0;i<200;i++){ ts[i]=new Thread(null,()->{try{l.await();}catch(Exception e){}},"b",1L<<30); ts[i].start(); }
    l.countDown(); for(Thread t:ts) t.join();
    Thread.sleep(300);
    for (String s: java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/self/status"))) if (s.startsWith("VmSize")) System.out.println(s);
  }
}
