/* The monitor with three queues (sync/modes/queue_three.cpp): LOCKERS threads enter and leave,
   WAITERS wait for a condition, one brings it about and notifies all. A step under the meta-lock is
   one step here, since gate.pml proves that lock; a time-out decides a wait without it.
   With NO_NOTIFIER each waiter waits once, until its time is over.
   Proves: exclusion, no lost wake-up (no deadlock), the awakened come before newcomers (T1: nobody
   owns the monitor -> nobody is awakened), a wait is decided once.
   NEGATIVE 1: a hand-over does not end the wait that a notifyAll has left undecided.
   NEGATIVE 2: a waiter whose time is over stays among the waiters.
   NEGATIVE 3: an exit invites the first awakened thread and does not hand the monitor over. */
#ifndef LOCKERS
#define LOCKERS 1
#endif
#ifndef WAITING_THREADS
#define WAITING_THREADS 2
#endif
#ifndef TIMEOUTS
#define TIMEOUTS 0
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#define THREADS (LOCKERS + WAITING_THREADS + 1)
#define NOBODY 255

#define NONE 0
#define WAITING 1
#define NOTIFIED 2
#define TIMED_OUT 3

byte owner = NOBODY;
chan awakened = [THREADS] of { byte };
chan entering = [THREADS] of { byte };
chan waiting = [THREADS] of { byte };
byte wait_state[THREADS];
bool permit[THREADS];
bool condition;
byte inside;
byte timeouts = TIMEOUTS;

inline check_t1() { assert(owner != NOBODY || empty(awakened)) }

/* pass_on: who is next. Leaves in `next` whom to give a permit. */
inline pass_on() {
  next = NOBODY;
  if
#if NEGATIVE == 3
  :: nempty(awakened) -> awakened ? <next>; owner = NOBODY
#else
  :: nempty(awakened) ->
    awakened ? next;
    owner = next;
#if NEGATIVE != 1
    if
    :: wait_state[next] == WAITING -> wait_state[next] = NOTIFIED
    :: else
    fi
#endif
#endif
  :: empty(awakened) ->
    owner = NOBODY;
    if
    :: nempty(entering) -> entering ? <next>
    :: empty(entering)
    fi
  fi;
  check_t1()
}

inline invite() {
  if
  :: next != NOBODY -> permit[next] = true
  :: else
  fi
}

inline leave_queues() {
  if
  :: awakened ?? [eval(me)] -> awakened ?? eval(me)
  :: entering ?? [eval(me)] -> entering ?? eval(me)
  :: waiting ?? [eval(me)] -> waiting ?? eval(me)
  :: else
  fi
}

/* try_enter_queued, after each permit. */
inline enter_queued() {
  do
  :: atomic {
       if
       :: owner == me -> break                                   /* accept: it was handed over */
       :: owner == NOBODY -> leave_queues(); owner = me; break
       :: else ->
         if
         :: NEGATIVE != 2 && waiting ?? [eval(me)] -> waiting ?? eval(me); awakened ! me
         :: else
         fi
       fi
     }
     d_step { permit[me] -> permit[me] = false }
  od
}

inline came_in() { inside++; assert(inside == 1 && owner == me) }

inline enter() {
  atomic {
    if
    :: owner == NOBODY -> check_t1(); owner = me
    :: else -> entering ! me
    fi
  }
  if
  :: owner == me
  :: else -> d_step { permit[me] -> permit[me] = false } enter_queued()
  fi;
  came_in()
}

inline leave() {
  inside--;
  atomic { pass_on() }
  invite()
}

inline wait() {
  inside--;
  atomic { wait_state[me] = WAITING; waiting ! me; pass_on() }
  invite();
  do
  :: wait_state[me] == WAITING ->
    if
    :: d_step { permit[me] -> permit[me] = false }
    :: d_step { timeouts > 0 && wait_state[me] == WAITING -> timeouts--; wait_state[me] = TIMED_OUT }
    fi
  :: else -> break
  od;
  wait_state[me] = NONE;
  enter_queued();
  came_in()
}

inline notify_all() {
  atomic {
    do
    :: nempty(waiting) -> waiting ? next; awakened ! next
    :: empty(waiting) -> break
    od
  }
}

proctype locker(byte me) {
  byte next;
  enter();
  leave()
}
proctype waiter(byte me) {
  byte next;
  enter();
#ifdef NO_NOTIFIER
  wait();
#else
  do
  :: !condition -> wait()
  :: else -> break
  od;
#endif
  leave()
}
proctype notifier(byte me) {
  byte next;
  enter();
  condition = true;
  notify_all();
  leave()
}

init {
  byte t;
  atomic {
    for (t : 0 .. LOCKERS - 1) { run locker(t) }
    for (t : LOCKERS .. LOCKERS + WAITING_THREADS - 1) { run waiter(t) }
#ifndef NO_NOTIFIER
    run notifier(THREADS - 1)
#endif
  }
  _nr_pr == 1;
  assert(owner == NOBODY && empty(awakened) && empty(entering) && empty(waiting))
}
