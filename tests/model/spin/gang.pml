/* The gang's semaphores (gc/gang/semaphore.cpp, gc/gang/gang_dispatcher.cpp): a coordinator hands out TASKS tasks of W permits each, takes permits itself,
   waits for the end, and last tells its W workers to leave (TASKS=0: only that). A post of n permits wakes n sleepers, but no more than WAKES, which
   is one less than there are cores; a sleeper that got a permit wakes the next one while permits are left. With FOR_EACH the coordinator only waits, a
   post wakes one for each permit, and no sleeper wakes another (kWakeForEach).
   Proves: each number of a task is done once and while the task lasts (G1), no permit is lost asleep (E1 to E3: nobody waits for ever).
   NEGATIVE=1: a waiter sleeps without a last look at the permits, and the futex compares nothing (E1).
   NEGATIVE=2: who got a permit after a sleep does not wake the next one, although a post wakes WAKES only (E2).
   NEGATIVE=3: a poster looks for sleepers before it adds its permits (E1). */
#ifndef W
#define W 2
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef WAKES
#define WAKES 1
#endif
#ifdef FOR_EACH
#undef WAKES
#define WAKES W
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#define START 0
#define END 1

byte permits[2];
byte sleepers[2];
bool under_way[2];
byte asleep[2];     /* threads in futex_wait */
byte woken[2];      /* of those, how many a wake has chosen and that have not come back yet */

byte task;          /* 0: leave */
byte started;
byte unfinished;
byte done_count;    /* ghost: numbers of the task that are done */

inline try_wait(s, got) {
  atomic { got = (permits[s] > 0); if :: got -> permits[s]-- :: else fi }
}

inline futex_wake_one(s, chosen) {
  atomic { chosen = (asleep[s] > woken[s]); if :: chosen -> woken[s]++ :: else fi }
}

/* got: at least one sleeper was chosen. */
inline futex_wake_some(s, count) {
  atomic {
    got = false;
    quota = (count < WAKES -> count : WAKES);
    do
    :: quota > 0 && asleep[s] > woken[s] -> woken[s]++; quota--; got = true
    :: else -> break
    od;
    quota = 0
  }
}

inline futex_wait(s) {
#if NEGATIVE == 1
  asleep[s]++;
#else
  atomic { slept = (permits[s] == 0); if :: slept -> asleep[s]++ :: else fi }
#endif
  if
  :: slept -> atomic { woken[s] > 0 -> woken[s]--; asleep[s]-- }
  :: else
  fi
}

inline wait(s) {
  try_wait(s, got);
  if
  :: got
  :: else ->
    sleepers[s]++;
#if NEGATIVE == 1
    slept = true;
    futex_wait(s);
#endif
    do
    :: try_wait(s, got);
      if
      :: got -> break
      :: else ->
        futex_wait(s);
        under_way[s] = false
      fi
    od;
    atomic { sleepers[s]--; others = (sleepers[s] > 0) }
#if NEGATIVE != 2 && !defined(FOR_EACH)
    if
    :: others && permits[s] > 0 -> futex_wake_one(s, got)
    :: else
    fi
#endif
  fi
}

inline add_permits(s, count) {
#if NEGATIVE == 3
  others = (sleepers[s] > 0);
  permits[s] = permits[s] + count
#else
  permits[s] = permits[s] + count;
  others = (sleepers[s] > 0)
#endif
}

inline post(s, count) {
  add_permits(s, count);
  if
  :: others -> futex_wake_some(s, count)
  :: else
  fi
}

inline post_and_share(s, count) {
  add_permits(s, count);
  if
  :: others ->
    atomic { got = under_way[s]; under_way[s] = true }
    if
    :: !got ->
      futex_wake_some(s, count);
      if
      :: !got -> under_way[s] = false
      :: else
      fi
    :: else
    fi
  :: else
  fi
}

inline do_number() {
  atomic { number = started; started++ }
  assert(number < W && task != 0 && unfinished > 0);
  done_count++
}

inline finished() {
  atomic { unfinished--; last = (unfinished == 0) }
  if
  :: last -> post(END, 1)
  :: else
  fi
}

proctype worker() {
  bool got, slept, others, last;
  byte number, quota;
  do
  :: wait(START);
    if
    :: task == 0 -> finished(); break
    :: else -> do_number(); finished()
    fi
  od
}

init {
  bool got, slept, others, last;
  byte i, number, quota;
  atomic { for (i : 1 .. W) { run worker() } }
#if TASKS > 0
  for (i : 1 .. TASKS) {
    task = i;
    unfinished = W;
    started = 0;
    done_count = 0;
#ifdef FOR_EACH
    post(START, W);
#else
    post_and_share(START, W);
    do
    :: try_wait(START, got);
      if
      :: got -> do_number(); finished()
      :: else -> break
      fi
    od;
#endif
    wait(END);
    assert(done_count == W && permits[START] == 0)
  }
#endif
  task = 0;
  unfinished = W;
  post(START, W);
  wait(END);
  _nr_pr == 1
}
