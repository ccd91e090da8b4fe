/* The meta-lock's slow paths as the paper prints them (OOPSLA '99, figure 12; sync/modes/meta_lock_paper.cpp): a mutex and a condition variable in
   each ExecEnv, a race between releaser and successor, and waits that may end for no reason (SPURIOUS of them in all).
   Proves the same as gate.pml.
   NEGATIVE: the waits do not loop, so a spurious wake-up takes bits that are not there. */
#ifndef N
#define N 3
#endif
#ifndef OPS
#define OPS 1
#endif
#ifndef SPURIOUS
#define SPURIOUS 1
#endif

byte busy, bits;             /* the word, as in gate.pml */
bool mutex[N];
byte asleep_on[N];  /* by thread: t + 1 for the condition variable of ExecEnv t, or 0 */
bool woken[N];      /* chosen by a signal, and not yet awake: a later signal goes to another */
bool got_slow[N], for_grab[N];
byte lock_bits[N], succ[N];
byte spurious = SPURIOUS;
byte tickets, serving, holders;

inline lock(m) { d_step { !mutex[m] -> mutex[m] = true } }
inline unlock(m) { mutex[m] = false }
/* At most one thread that was not chosen before can be asleep there, so there is no choice. */
inline signal(c) {
  d_step {
    chosen = N;
    for (t : 0 .. N - 1) {
      if
      :: asleep_on[t] == c + 1 && !woken[t] -> assert(chosen == N); chosen = t
      :: else
      fi
    }
    if
    :: chosen < N -> woken[chosen] = true
    :: else
    fi;
    t = 0;
    chosen = 0
  }
}
inline wait(c) {
  d_step { mutex[c] = false; asleep_on[me] = c + 1 }
  if
  :: d_step { woken[me] -> woken[me] = false; asleep_on[me] = 0 }
  :: d_step { spurious > 0 -> spurious--; woken[me] = false; asleep_on[me] = 0 }
  fi;
  lock(c)
}

proctype thread(byte me) {
  byte i, old, pred, mine, ticket, t, chosen;
  bool released;
  do
  :: i < OPS ->
    d_step { old = busy; mine = bits; busy = me + 1; ticket = tickets; tickets++ }
    if
    :: old == 0
    :: old != 0 ->
      pred = old - 1;
      lock(pred);
      if
      :: !for_grab[pred] ->
        succ[pred] = me + 1;
        wait(pred);
#ifndef NEGATIVE
        do
        :: !got_slow[me] -> wait(pred)
        :: else -> break
        od;
#endif
        got_slow[me] = false;
        mine = lock_bits[me]
      :: else ->
        mine = lock_bits[pred];
        for_grab[pred] = false;
        signal(pred)
      fi;
      unlock(pred)
    fi;
    holders++;
    assert(holders == 1 && ticket == serving && mine == serving);
    serving++;
    mine++;
    holders--;
    d_step { released = (busy == me + 1); if :: released -> busy = 0; bits = mine :: else fi }
    if
    :: released
    :: !released ->
      lock(me);
      if
      :: succ[me] != 0 ->
        lock_bits[succ[me] - 1] = mine;
        got_slow[succ[me] - 1] = true;
        succ[me] = 0;
        signal(me)
      :: else ->
        lock_bits[me] = mine;
        for_grab[me] = true;
        wait(me);
#ifndef NEGATIVE
        do
        :: for_grab[me] -> wait(me)
        :: else -> break
        od
#endif
      fi;
      unlock(me)
    fi;
    i++
  :: else -> break
  od;
  assert(!got_slow[me] && !for_grab[me] && succ[me] == 0)
}

init {
  byte t;
  atomic { for (t : 0 .. N - 1) { run thread(t) } }
  _nr_pr == 1;
  assert(busy == 0 && bits == N * OPS)
}
