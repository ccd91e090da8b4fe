/* Who wants the meta-lock gets it, however often the others come again: the word gate of gate.pml
   (sync/meta_lock.cpp), by N threads that never stop. Proved under weak fairness: a thread that can
   go on does so at some time.
   Proves: [] (thread 0 has swapped -> <> it holds the meta-lock), for each thread by symmetry.
   NEGATIVE: the test-and-set of section 5.4 (sync/modes/meta_lock_tas.cpp), which starves. */
#ifndef N
#define N 3
#endif
#define OPEN 0
#define RELEASED 200

byte busy;       /* the word: 0 not BUSY, t + 1 BUSY with the ExecEnv of thread t */
byte gate[N];    /* OPEN, RELEASED, or the successor t + 1 */
bool permit[N];
bool wants, holds;  /* of thread 0 */

ltl served { [] (wants -> <> holds) }

inline get_meta_lock() {
#ifdef NEGATIVE
  do
  :: d_step { old = busy; busy = me + 1; wants = wants || me == 0 }
    if
    :: old == 0 -> break
    :: else
    fi
  od
#else
  d_step { old = busy; busy = me + 1; wants = wants || me == 0 }
  if
  :: old == 0
  :: else ->
    d_step { seen = gate[old - 1]; gate[old - 1] = me + 1 }
    if
    :: seen == OPEN -> d_step { permit[me] -> permit[me] = false }
    :: else -> gate[old - 1] = OPEN; permit[old - 1] = true
    fi
  fi
#endif
}

inline release_meta_lock() {
#ifdef NEGATIVE
  busy = 0
#else
  d_step { released = (busy == me + 1); if :: released -> busy = 0 :: else fi }
  if
  :: released
  :: else ->
    d_step { seen = gate[me]; gate[me] = RELEASED }
    if
    :: seen == OPEN -> d_step { permit[me] -> permit[me] = false }
    :: else -> gate[me] = OPEN; permit[seen - 1] = true
    fi
  fi
#endif
}

proctype thread(byte me) {
  byte old, seen;
  bool released;
  do
  :: get_meta_lock();
     skip;
     d_step { if :: me == 0 -> holds = true; wants = false :: else fi }
     d_step { if :: me == 0 -> holds = false :: else fi }
     release_meta_lock()
  od
}

init {
  byte t;
  atomic { for (t : 0 .. N - 1) { run thread(t) } }
}
