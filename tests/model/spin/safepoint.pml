/* Stopping the world and going on (sync/threads/thread_state.h, safepoint.cpp): M threads step into
   a state that touches the heap and out again, OPS times; a coordinator stops them ROUNDS times. A
   step out may read the poll word before its store is seen, since it has no fence.
   Proves: nobody touches the heap while the world is stopped (S1); a thread that stopped goes on;
   the coordinator gets the world stopped, also when no thread tells it (no deadlock; `over` under
   weak fairness).
   NEGATIVE 1: a step into the heap reads the poll word before it stores the state.
   NEGATIVE 2: the coordinator does not look again after a while.
   NEGATIVE 3: a stopped thread reads its poll word before the epoch, and sleeps through the end. */
#ifndef M
#define M 2
#endif
#ifndef OPS
#define OPS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif

bool armed[M];     /* the poll words */
bool in_heap[M];   /* the thread states */
byte stop_events, epoch;
bool stopped;      /* ghosts */
byte touching;
byte finished;

#ifdef LIVE
ltl over { <> (finished == M + 1) }
#endif

/* Until the poll word is clear. */
inline wait_until_clear() {
  do
#if NEGATIVE == 3
  :: seen = armed[me];
     if
     :: !seen -> break
     :: else -> read = epoch; epoch != read
     fi
#else
  :: read = epoch;
     if
     :: !armed[me] -> break
     :: else -> epoch != read
     fi
#endif
  od
}

inline step_into_heap() {
  do
  ::
#if NEGATIVE == 1
     seen = armed[me]; in_heap[me] = true;
#else
     in_heap[me] = true; seen = armed[me];
#endif
     if
     :: !seen -> break
     :: else -> in_heap[me] = false; stop_events++; wait_until_clear()
     fi
  od
}

inline step_out() {
  if
  :: in_heap[me] = false; seen = armed[me]
  :: seen = armed[me]; in_heap[me] = false
  fi;
  if
  :: seen -> stop_events++
  :: else
  fi
}

proctype thread(byte me) {
  byte i, read;
  bool seen;
  for (i : 1 .. OPS) {
    step_into_heap();
    skip;
    d_step { touching++; assert(!stopped) }
    touching--;
    step_out()
  }
  finished++
}

proctype coordinator() {
  byte round, t, seen;
  bool all_safe;
  for (round : 1 .. ROUNDS) {
    for (t : 0 .. M - 1) { armed[t] = true }
    do
    :: seen = stop_events;
       all_safe = true;
       for (t : 0 .. M - 1) { all_safe = all_safe && !in_heap[t] }
       if
       :: all_safe -> break
       :: else ->
         if
         :: stop_events != seen
#if NEGATIVE != 2
         :: true  /* kRescanNs are over */
#endif
         fi
       fi
    od;
    skip;
    d_step { stopped = true; assert(touching == 0) }
    stopped = false;
    for (t : 0 .. M - 1) { armed[t] = false }
    epoch++
  }
  finished++
}

init {
  byte t;
  atomic { run coordinator(); for (t : 0 .. M - 1) { run thread(t) } }
}
