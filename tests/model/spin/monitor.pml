/* The monitor (sync/monitor.cpp with queue_single.cpp, monitor_fast.h, identity_hash.cpp): extra-fast paths with Q, figures 6 to 8, notify
   without the meta-lock, one CAS a wait. The meta-lock itself is a word that is BUSY (gate.pml and handoff.pml prove how it is passed on).
   Threads: LOCKERS enter and leave, one waits for a condition, one brings it about and notifies, one asks for the hash.
   Proves: exclusion, no lost wake-up, no lost hash, no deadlock; at the end the word is NEUTRAL.
   NEGATIVE 1: a contender does not set Q when it queues itself (sync/README.md, E4).
   NEGATIVE 2: who installs a hash does not set Q (E5: the fast unlock restores bits without it).
   NEGATIVE 3: an exit invites nobody. */
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#ifndef LOCKERS
#define LOCKERS 1
#endif
#define WAITER LOCKERS
#define NOTIFIER (LOCKERS + 1)
#define THREADS (LOCKERS + 2)
#define NIL 255

#if NEGATIVE == 1
#define Q_OF_CONTENDER wq
#else
#define Q_OF_CONTENDER 1
#endif
#if NEGATIVE == 2
#define Q_OF_HASHER wq
#else
#define Q_OF_HASHER 1
#endif

#define NEUTRAL 0
#define LOCKED 1
#define WAITERS 2
#define BUSY 3

#define NONE 0
#define WAITING 1
#define NOTIFIED 2
#define TIMED_OUT 3

byte state = NEUTRAL;  /* the word: its state, the first record, Q, and the hash while it is NEUTRAL */
byte first = NIL;
bool q, hash;
/* A thread's lock record, and what is in its ExecEnv. */
byte next[THREADS];
bool stored[THREADS];
byte wait_state[THREADS];
bool permit[THREADS];
bool condition, hash_given;
byte inside;

#define word_is(s, f, b) (state == s && first == f && q == b)
inline set_word(s, f, b) { state = s; first = f; q = b }
inline get_meta_lock() { d_step { state != BUSY -> ws = state; wf = first; wq = q; wh = hash; state = BUSY } }
inline release(s, f, b) { d_step { set_word(s, f, b) } }

/* Under the meta-lock. */
inline append(record) {
  d_step { next[record] = NIL; at = wf; do :: next[at] != NIL -> at = next[at] :: else -> break od; next[at] = record }
}
inline unlink(record) {
  d_step {
    if
    :: wf == record -> wf = next[record]
    :: else -> at = wf; do :: next[at] != record -> at = next[at] :: else -> break od; next[at] = next[record]
    fi
  }
}
inline find_contender(from) {
  pick = from;
  do
  :: pick != NIL && wait_state[pick] == WAITING -> pick = next[pick]
  :: else -> break
  od
}
inline invite() {
  if
  :: pick != NIL && pick != me && NEGATIVE != 3 -> permit[pick] = true
  :: else
  fi
}

/* Figure 7: a queued record takes the monitor once nobody owns it. */
inline enter_queued() {
  do
  :: get_meta_lock();
     if
     :: ws == LOCKED -> release(LOCKED, wf, 1); d_step { permit[me] -> permit[me] = false }
     :: else ->
       assert(ws == WAITERS);
       d_step { h = stored[wf]; unlink(me); next[me] = wf; stored[me] = h }
       release(LOCKED, me, (next[me] != NIL));
       break
     fi
  od
}
inline enter() {
  d_step { ws = state; wh = hash }
  fast = false;
  if
  :: ws == NEUTRAL ->
    stored[me] = wh;
    next[me] = NIL;
    d_step { if :: state == NEUTRAL && hash == wh -> set_word(LOCKED, me, 0); fast = true :: else fi }
  :: else
  fi;
  if
  :: fast
  :: !fast ->
    get_meta_lock();
    if
    :: ws == NEUTRAL -> stored[me] = wh; next[me] = NIL; release(LOCKED, me, 0)
    :: ws == WAITERS -> d_step { stored[me] = stored[wf]; next[me] = wf }; release(LOCKED, me, 1)
    :: ws == LOCKED ->
      append(me);
      release(LOCKED, wf, Q_OF_CONTENDER);
      d_step { permit[me] -> permit[me] = false };
      enter_queued()
    fi
  fi;
  inside++;
  assert(inside == 1)
}
inline exit() {
  inside--;
  d_step { wq = q; fast = (state == LOCKED) }
  if
  :: fast && !wq ->
    h = stored[me];
    d_step { fast = word_is(LOCKED, me, 0); if :: fast -> set_word(NEUTRAL, NIL, 0); hash = h :: else fi }
  :: else -> fast = false
  fi;
  if
  :: fast
  :: !fast ->
    get_meta_lock();
    assert(ws == LOCKED && wf == me);
    if
    :: next[me] == NIL -> d_step { set_word(NEUTRAL, NIL, 0); hash = stored[me] }
    :: else ->
      d_step { wf = next[me]; stored[wf] = stored[me]; next[me] = NIL; find_contender(wf) }
      release(WAITERS, wf, 1);
      invite()
    fi
  fi
}
inline wait() {
  inside--;
  get_meta_lock();
  wait_state[me] = WAITING;
  d_step {
    if
    :: next[me] != NIL -> wf = next[me]; stored[wf] = stored[me]; append(me)
    :: else
    fi;
    find_contender(wf)
  }
  release(WAITERS, wf, 1);
  invite();
  do
  :: wait_state[me] == WAITING ->
    if
    :: d_step { permit[me] -> permit[me] = false }
#ifdef TIMEOUT
    :: d_step { wait_state[me] == WAITING -> wait_state[me] = TIMED_OUT }
#endif
    fi
  :: else -> break
  od;
  wait_state[me] = NONE;
  enter_queued();
  inside++;
  assert(inside == 1)
}
/* Without the meta-lock, as 4.4 allows. */
inline notify() {
  at = next[me];
  do
  :: at != NIL ->
    d_step { fast = (wait_state[at] == WAITING); if :: fast -> wait_state[at] = NOTIFIED :: else fi }
    if :: fast -> break :: else -> at = next[at] fi
  :: else -> break
  od
}

proctype locker(byte me) {
  byte ws, wf, at, pick;
  bool wq, wh, h, fast;
  enter();
  exit()
}
proctype waiter(byte me) {
  byte ws, wf, at, pick;
  bool wq, wh, h, fast;
  enter();
  do
  :: !condition -> wait()
  :: else -> break
  od;
  exit()
}
proctype notifier(byte me) {
  byte ws, wf, at, pick;
  bool wq, wh, h, fast;
  enter();
  condition = true;
  notify();
  exit()
}
proctype hasher() {
  byte ws, wf;
  bool wq, wh, done;
  d_step { ws = state; wh = hash; if :: ws == NEUTRAL -> hash = true; done = true :: else fi }
  if
  :: done
  :: !done ->
    get_meta_lock();
    if
    :: ws == NEUTRAL -> d_step { hash = true; state = NEUTRAL }
    :: else -> stored[wf] = true; release(ws, wf, Q_OF_HASHER)
    fi
  fi;
  hash_given = true
}

init {
  byte t;
  atomic {
    for (t : 0 .. THREADS - 1) { next[t] = NIL }
    for (t : 0 .. LOCKERS - 1) { run locker(t) }
#ifndef NO_WAITER
    run waiter(WAITER);
    run notifier(NOTIFIER);
#endif
#ifdef HASHER
    run hasher()
#endif
  }
  _nr_pr == 1;
  assert(word_is(NEUTRAL, NIL, 0) && hash == hash_given)
}
