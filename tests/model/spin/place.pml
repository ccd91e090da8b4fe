/* User threads, LWPs and Ps under M:N (sync/schedule): THREADS threads, PLACES Ps, LWPS LWPs,
   sysmon, and a waker that is no LWP (a timer, the poller), which also starts the threads. Each
   thread makes NATIVES calls that sysmon may find blocked, wakes the next thread GIVES times, and
   waits for its own GIVES + OUTSIDE wake-ups. Thread 0 also makes BLOCKING calls that give the P
   away first. With COMPUTES thread 0 then keeps its P until all others have ended; with SLICES
   sysmon ends slices.
   Proves: a thread runs Java only on an LWP with a P, and no two LWPs have one P (I1). A thread is
   queued once, and not while it is on an LWP. No wake-up is lost, and no ready thread is left
   beside a free P while sysmon sleeps (no deadlock); with NO_SYSMON this is shown without sysmon's
   help (I2). With one P all threads end (`over` under weak fairness); with two, LWPs that run in
   step could steal one thread from each other without end.
   Each section under the pool's mutex is one step, except take_place, which reads there what a
   thread writes without the mutex. Sysmon takes every call for a long one, every slice for used up
   and every tick without a backlog for the last. Priorities, page faults, pins, bound threads, Ps
   that are added and LWPs that end are left out.

   here                            C++
   add_free ... take_if_rung       free_places.cpp, with assign; add_free is FreePlaces::add
   give_up ... leave_place         lwp_pool.cpp, by the same names; note_backlog is
                                   `ticking = true`: its ring is sticky
   look_at_queues, pop, push       ReadyThreads::any, RunQueue::pop and push
   step_into_java, leave_java      thread_state.h:/change_state/; safepoint.cpp:/settle/ and
                                   regain_place
   begin_wait, notify              many_to_many.cpp:/begin_wait_in/, unpark
   run_thread                      the thread's Java; blocking calls: many_to_many.cpp; slices:
                                   safepoint.cpp:/end_slice/
   wait_for_place, next_thread     lwp_pool.cpp, next_for; steal: ReadyThreads::steal, give_half
   settle, lwp                     lwp.cpp:/settle/, run, carry; go_idle and serve_waiters
   sysmon, take_place              sysmon.cpp:/tick/, look_at; LwpPool::take_place

   NEGATIVE 1: a native's return reads the poll word before it stores the state.
   NEGATIVE 2: the bit kPollPlace is cleared after the wait for a P.
   NEGATIVE 3: sysmon does not ask for the bit before it takes a P.
   NEGATIVE 4: an LWP that frees its P rings for no LWP that waits.
   NEGATIVE 5: an LWP publishes its thread as parked by a store, not by a CAS.
   NEGATIVE 6: a thread says that it is parked before its LWP has saved its context.
   NEGATIVE 7: an LWP that frees its P does not look at the queues afterwards.
   NEGATIVE 8: the waker looks for a free P before it pushes the thread.
   NEGATIVE 9: sysmon does not look again after it has said that it sleeps.
   NEGATIVE 10: an LWP that has stolen threads does not look for a free P. */
#ifndef THREADS
#define THREADS 2
#endif
#ifndef PLACES
#define PLACES 1
#endif
#ifndef LWPS
#define LWPS 3
#endif
#ifndef NATIVES
#define NATIVES 0
#endif
#ifndef BLOCKING
#define BLOCKING 0
#endif
#ifndef GIVES
#define GIVES 0
#endif
#ifndef OUTSIDE
#define OUTSIDE 0
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#ifdef COMPUTES
#define MAY_END (t != 0 || finished == THREADS - 1)
#else
#define MAY_END true
#endif
/* A thread that has something left to do gets on with it within some slice. */
#ifdef LIVE
#define MAY_YIELD (t == 0 && finished != THREADS - 1)
#else
#define MAY_YIELD true
#endif
#ifdef ONE_LANE
#define LANE_OF(thread) 0
#else
#define LANE_OF(thread) (thread % PLACES)
#endif
#define NONE 255
/* UserState */
#define RUNNING 0
#define PARKING 1
#define PARKED 2
#define NOTIFIED 3
/* ThreadState: kInVm counts as JAVA. */
#define JAVA 0
#define NATIVE 1
#define BLOCKED 2
#define DEAD 3
/* Leave */
#define PARK 0
#define SLICE_END 1
#define END 2

/* Threads */
byte user_state[THREADS];
byte state[THREADS] = BLOCKED;
bool poll_place[THREADS], poll_off[THREADS], poll_yield[THREADS];
byte natives[THREADS] = NATIVES;
byte blocking[THREADS];
byte gives[THREADS] = GIVES;
byte given[THREADS];
byte finished;
/* LWPs */
byte place[LWPS];            /* the P's number from 1, or 0 */
byte mounted[LWPS] = NONE;
bool rung[LWPS];             /* the bell has rung since the LWP last read it */
bool is_rung[LWPS], was_late[LWPS];
bool idle[LWPS] = true;      /* in idle_ or ended_ */
/* The pool */
bool held;                   /* take_place holds the mutex */
bool is_free[PLACES] = true;
byte free_count = PLACES;
byte waiters[LWPS];          /* in the order of their arrival */
byte waiting;                /* how many */
chan lanes[PLACES] = [THREADS] of { byte };
chan common = [THREADS] of { byte };
bool ticking;                /* note_backlog: the ring is sticky, so sysmon waits for this */
/* Ghosts */
bool runs_java[LWPS];
bool on_stack[THREADS], in_queue[THREADS];
byte p, w;                   /* only used inside of a step */

#ifdef LIVE
ltl over { <> (finished == THREADS) }
#endif

#define CLAIMED (free_count < waiting -> free_count : waiting)
#define UNCLAIMED (free_count - CLAIMED)

/* --- FreePlaces, under the pool's mutex --- */

inline add_free() {
  is_free[p - 1] = true; free_count++;
#if NEGATIVE != 4
  do
  :: w < CLAIMED && is_rung[waiters[w]] -> w++
  :: w < CLAIMED && !is_rung[waiters[w]] ->
    is_rung[waiters[w]] = true; rung[waiters[w]] = true;
    break
  :: w >= CLAIMED -> break
  od;
  w = 0
#endif
}

/* pop, then assign(place, lwp) */
inline take_free(l) {
  assert(place[l] == 0);
  p = (is_free[0] -> 0 : PLACES - 1);
  is_free[p] = false; free_count--; place[l] = p + 1; p = 0
}

inline take_or_wait() {
  if
  :: free_count > 0 && (waiting == 0 || !was_late[waiters[0]] || UNCLAIMED > 0) -> take_free(me)
  :: else -> waiters[waiting] = me; waiting++
  fi
}

inline take_if_rung() {
  if
  :: !is_rung[me]
  :: is_rung[me] && free_count == 0 -> is_rung[me] = false; was_late[me] = true
  :: is_rung[me] && free_count > 0 ->
    do
    :: waiters[w] != me -> w++
    :: waiters[w] == me -> break
    od;
    waiting--;
    do
    :: w < waiting -> waiters[w] = waiters[w + 1]; w++
    :: w >= waiting -> break
    od;
    waiters[waiting] = 0; w = 0;
    is_rung[me] = false; was_late[me] = false;
    take_free(me)
  fi
}

/* --- LwpPool, under its mutex --- */

inline give_up(l) {
  assert(place[l] != 0 && !runs_java[l]);
  p = place[l]; place[l] = 0;
  add_free();
  p = 0
}

/* hire: leaves in `any` whether there was a free P. */
inline hire() {
  d_step {
    !held;
    any = (UNCLAIMED > 0);
    if
    :: any ->
      do
      :: w < LWPS && !idle[w] -> w++
      :: else -> break
      od;
      assert(w < LWPS);
      idle[w] = false; take_free(w); rung[w] = true; w = 0
    :: else
    fi
  }
}

/* ReadyThreads::any: one queue after the other. */
inline look_at_queues() {
  any = nempty(common);
  any = any || nempty(lanes[0]);
#if PLACES > 1
  any = any || nempty(lanes[1])
#endif
}

inline hire_for_queued() {
  do
  :: look_at_queues();
     if
     :: any && UNCLAIMED > 0 ->
       hire();
       if
       :: any
       :: else -> break
       fi
     :: else -> break
     fi
  od;
  any = false
}

inline hire_or_note() {
  if
  :: UNCLAIMED > 0 -> hire()
  :: else -> any = false
  fi;
  if
  :: any -> any = false
  :: else -> ticking = true
  fi
}

/* RunQueue::push */
inline push(queue, who) {
  d_step {
    assert(!in_queue[who] && !on_stack[who]);
    in_queue[who] = true; queue!who
  }
}

/* queue() by an LWP of the pool: leaves the thread to itself or to sysmon if it is the only one. */
inline queue_at_own(who) {
  d_step {
    assert(!in_queue[who] && !on_stack[who]);
    in_queue[who] = true; lanes[place[me] - 1]!who;
    any = (len(lanes[place[me] - 1]) == 1)
  };
  if
  :: any -> any = false; ticking = true
  :: else -> hire_or_note()
  fi
}

/* A bell is read before each look. */
inline regain_place() {
  rung[me] = false;
  d_step {                       /* begin_regain */
    !held;
    any = (place[me] == 0);
    if
    :: any -> take_or_wait(); any = (place[me] == 0)
    :: else
    fi
  };
  if
  :: any -> ticking = true
  :: else
  fi;
  do
  :: !any -> break
  :: any ->
    rung[me];
    rung[me] = false;
    d_step { !held; take_if_rung(); any = (place[me] == 0) }  /* end_regain */
  od;
  skip
}

inline leave_place() {
  d_step {
    !held;
    any = (place[me] != 0);
    if
    :: any -> give_up(me)
    :: else
    fi
  };
  if
  :: any -> hire_for_queued()
  :: else
  fi
}

/* --- A thread on its LWP --- */

/* try_enter_heap from the state `safe`; the rest is settle() and regain_place() of
   safepoint.cpp. */
inline step_into_java() {
  do
  ::
#if NEGATIVE == 1
     must_stop = poll_place[t] || poll_off[t];
     d_step { state[t] = JAVA; if :: !must_stop -> enter_java() :: else fi };
#else
     state[t] = JAVA;
     d_step {
       must_stop = poll_place[t] || poll_off[t];
       if :: !must_stop -> enter_java() :: else fi
     };
#endif
     if
     :: !must_stop -> break
     :: else ->
       state[t] = safe;
#if NEGATIVE == 2
       regain_place();
       d_step { poll_place[t] = false; poll_off[t] = false; must_stop = false }
#else
       d_step { poll_place[t] = false; poll_off[t] = false; must_stop = false };
       regain_place()
#endif
     fi
  od
}

inline enter_java() {
  assert(place[me] != 0);
  for (w : 0 .. LWPS - 1) { assert(w == me || place[w] != place[me]) }
  w = 0;
  runs_java[me] = true
}

/* Inside of a step. */
inline leave_java(to) { assert(place[me] != 0); runs_java[me] = false; state[t] = to; safe = to }

/* begin_wait_in. Returns in `any` that the thread was woken meanwhile. */
inline begin_wait() {
  d_step {
    any = (user_state[t] == NOTIFIED);
#if NEGATIVE == 6
    user_state[t] = PARKED
#else
    user_state[t] = PARKING
#endif
  };
  if
  :: any -> user_state[t] = RUNNING
  :: else
  fi
}

/* unpark: leaves in `any` whether self has to queue the thread. */
inline notify(who) {
  d_step { any = (user_state[who] == PARKED); user_state[who] = NOTIFIED }
}

/* The thread's code, up to Lwp::leave. */
inline run_thread() {
  do
  :: step_into_java();
     if
     :: d_step { natives[t] > 0 -> natives[t]--; leave_java(NATIVE) }
     :: d_step { blocking[t] > 0 -> blocking[t]--; leave_java(NATIVE) };
       poll_off[t] = true;               /* begin_blocking_call */
       leave_place();
       d_step { any = poll_off[t]; poll_off[t] = false };  /* end_blocking_call */
       if
       :: any -> regain_place()
       :: else
       fi
     :: d_step { gives[t] > 0 -> gives[t]--; given[(t + 1) % THREADS]++ };
       notify((t + 1) % THREADS);
       if
       :: any -> queue_at_own((t + 1) % THREADS)
       :: else
       fi;
       d_step { leave_java(BLOCKED) }
     :: d_step { gives[t] == 0 && given[t] < GIVES + OUTSIDE -> leave_java(BLOCKED) };
       begin_wait();
       if
       :: any -> any = false
       :: else -> why = PARK; break
       fi
     :: d_step { poll_place[t] -> leave_java(BLOCKED) }
     :: d_step {                         /* end_slice */
         poll_yield[t] && MAY_YIELD ->
         poll_yield[t] = false; leave_java(BLOCKED); why = SLICE_END
       };
       break
     :: d_step {
         natives[t] + blocking[t] + gives[t] == 0 && given[t] == GIVES + OUTSIDE && MAY_END ->
         leave_java(DEAD);
         finished++; poll_place[t] = false; poll_yield[t] = false;
         why = END
       };
       break
     fi
  od
}

/* --- Lwp::run --- */

inline wait_for_place() {
  do
  :: rung[me] = false;
     if
     :: place[me] != 0 -> break
     :: else ->
end_idle: rung[me]
     fi
  od
}

inline pop(queue) {
  d_step {
    if
    :: t == NONE && nempty(queue) -> queue?t; in_queue[t] = false
    :: t != NONE || empty(queue)
    fi
  }
}

/* RunQueue::give_half: the threads are in neither queue for a moment. */
inline steal() {
  d_step {
    victim = PLACES - place[me];         /* of two Ps, the other one's lane */
    first = NONE; second = NONE;
    if
    :: nempty(lanes[victim]) -> lanes[victim]?first; in_queue[first] = false
    :: empty(lanes[victim])
    fi;
    if
    :: len(lanes[victim]) > 1 -> lanes[victim]?second; in_queue[second] = false
    :: len(lanes[victim]) <= 1
    fi
  };
  if
  :: first != NONE -> push(lanes[place[me] - 1], first)
  :: else
  fi;
  if
  :: second != NONE -> push(lanes[place[me] - 1], second)
  :: else
  fi;
  pop(lanes[place[me] - 1]);
#if NEGATIVE != 10
  if
  :: first != NONE -> hire_for_queued()
  :: else
  fi;
#endif
  d_step { first = NONE; second = NONE; victim = 0 }
}

inline next_thread() {
  pop(lanes[place[me] - 1]);
#ifdef SLICES
  pop(common);
#endif
#if PLACES > 1
  if
  :: t == NONE -> steal()
  :: else
  fi
#endif
}

inline settle() {
  d_step { mounted[me] = NONE; on_stack[t] = false };
  if
  :: why == PARK ->
#if NEGATIVE == 5
    user_state[t] = PARKED
#elif NEGATIVE != 6
    d_step {
      any = (user_state[t] != PARKING);
      if
      :: any
      :: else -> user_state[t] = PARKED
      fi
    };
    if
    :: any -> queue_at_own(t)
    :: else
    fi
#else
    skip
#endif
  :: why == SLICE_END -> push(common, t); hire_or_note()
  :: why == END
  fi;
  d_step { t = NONE; any = false; why = PARK; safe = JAVA }
}

proctype lwp(byte me) {
  byte t = NONE, first = NONE, second = NONE;
  byte victim, why, safe;
  bool any, must_stop;
  do
  :: wait_for_place();
     next_thread();
     if
     :: t == NONE ->
       d_step { !held; idle[me] = true; give_up(me) };
#if NEGATIVE != 7
       hire_for_queued()
#endif
     :: else ->
       d_step {
         assert(!on_stack[t]);
         mounted[me] = t; on_stack[t] = true; user_state[t] = RUNNING; safe = BLOCKED
       };
       run_thread();
       settle();
       assert(place[me] != 0);
       if
       :: waiting > 0 ->
         d_step {
           !held;
           if
           :: waiting > free_count -> idle[me] = true; give_up(me)
           :: else
           fi
         }
       :: else
       fi
     fi
  od
}

/* --- Sysmon --- */

inline has_backlog() {
  look_at_queues();
  any = any || waiting > 0
}

inline take_place() {
  d_step {
    !held;
    held = true;
    any = (place[l] != 0 && mounted[l] == t)
  };
  any = any && state[t] == NATIVE;
#if NEGATIVE != 3
  any = any && poll_place[t];
#endif
  d_step {
    if
    :: any -> give_up(l)
    :: else
    fi;
    held = false
  };
  if
  :: any -> hire_for_queued()
  :: else
  fi
}

proctype sysmon() {
  byte l, t;
  bool any;
end_sleeps:
  do
  :: ticking ->
     hire_for_queued();
     has_backlog();
     if
     :: !any ->
       ticking = false;
#if NEGATIVE != 9
       has_backlog();
       if
       :: any -> ticking = true; any = false
       :: else
       fi
#endif
     :: else ->
       any = false;
       do
       :: l < LWPS ->
          /* look_at */
          t = mounted[l];
          if
          :: t == NONE || place[l] == 0
          :: else ->
            if
            :: state[t] == NATIVE ->
              d_step { if :: state[t] != DEAD -> poll_place[t] = true :: else fi };
              take_place();
              any = false
            :: else ->
#ifdef SLICES
              d_step { if :: state[t] != DEAD -> poll_yield[t] = true :: else fi }
#endif
            fi
          fi;
          t = 0; l++
       :: else -> l = 0; break
       od
     fi
  od
}

/* queue() by a thread that is no LWP. */
inline queue_from_outside(who) {
#if NEGATIVE == 8
  any = (UNCLAIMED > 0);
  push(lanes[LANE_OF(who)], who);
  if
  :: any -> hire()
  :: else
  fi;
  if
  :: any -> any = false
  :: else -> ticking = true
  fi
#else
  push(lanes[LANE_OF(who)], who);
  hire_or_note()
#endif
}

init {
  byte t, i;
  bool any;
  atomic {
    blocking[0] = BLOCKING;
#ifndef NO_SYSMON
    run sysmon();
#endif
    for (t : 0 .. LWPS - 1) { run lwp(t) }
  }
#ifdef SPAWNS
  for (t : 0 .. THREADS - 1) { queue_from_outside(t) }
#else
  atomic { for (t : 0 .. THREADS - 1) { queue_from_outside(t) } }
#endif
#if OUTSIDE > 0
  for (i : 1 .. OUTSIDE) {
    for (t : 0 .. THREADS - 1) {
      given[t]++;
      notify(t);
      if
      :: any -> queue_from_outside(t)
      :: else
      fi
    }
  }
#endif
  finished == THREADS
}
