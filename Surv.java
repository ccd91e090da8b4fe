public class Surv {
  // ~6 MB of young data always live: pauses cost; a bigger eden makes them proportionally rarer
  public static void main(String[] a){
    Object[] ring=new Object[60000]; int p=0; long end=System.currentTimeMillis()+6000;
    while(System.currentTimeMillis()<end){ for(int i=0;i<20000;i++){ ring[p]=new Object[]{new long[4],new long[3]}; if(++p==ring.length)p=0; } }
  }
}
