/* Who gets a P that becomes free (sync/schedule/free_places.cpp): N LWPs give a P up around a call
   that blocks and regain one, OPS times each; PLACES of them begin with a P. Another thread queues
   QUEUED threads, for which LWPs are hired. The pool's mutex makes each d_step one step. A futex
   may wake for no reason (SPURIOUS times in all).
   Proves: no ring is lost and no queued thread is forgotten (no deadlock); a P that is claimed by an
   LWP that waits is not given to a queued thread (I2, I3); with one P an LWP is late once at most.
   NEGATIVE 1: an LWP that was late still counts as rung.
   NEGATIVE 2: newcomers overtake an LWP that was late.
   NEGATIVE 3: the bell is read after the look.
   NEGATIVE 4: an LWP that has given its P up does not look at the queue. */
#ifndef N
#define N 3
#endif
#ifndef PLACES
#define PLACES 1
#endif
#ifndef OPS
#define OPS 2
#endif
#ifndef QUEUED
#define QUEUED 1
#endif
#ifndef SPURIOUS
#define SPURIOUS 1
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#define CLAIMED (free < waiting -> free : waiting)
#define UNCLAIMED (free - CLAIMED)

byte free;                 /* Ps that no LWP has */
byte waiters[N];           /* LWPs that wait to regain a P, in the order of arrival */
byte waiting;              /* how many */
bool rung[N], late[N];
bool rang[N];              /* the bell has been rung since the LWP read it */
byte queued;
byte hired;                /* LWPs that run queued threads */
byte ended;                /* LWPs */
byte spurious = SPURIOUS;
byte lates[N];             /* ghost: how often the LWP was late in one wait */
byte held = PLACES;        /* ghost */

inline add_free() {
  free++; held--;
  i = 0;
  do
  :: i < CLAIMED && rung[waiters[i]] -> i++
  :: i < CLAIMED && !rung[waiters[i]] -> rung[waiters[i]] = true; rang[waiters[i]] = true; break
  :: i >= CLAIMED -> break
  od;
  i = 0
}

inline take_free() { free--; held++; assert(held + free == PLACES) }

/* A look at the queue, then a hire in a step of its own. */
inline hire_for_queued() {
  do
  :: queued > 0 && UNCLAIMED > 0 -> skip;
     d_step { if :: UNCLAIMED > 0 -> assert(free > waiting); take_free(); hired++ :: else fi }
  :: else -> break
  od
}

inline begin_regain() {
  d_step {
    if
#if NEGATIVE == 2
    :: free > 0
#else
    :: free > 0 && (waiting == 0 || !late[waiters[0]] || UNCLAIMED > 0)
#endif
      -> take_free(); has = true
    :: else -> waiters[waiting] = me; waiting++; lates[me] = 0
    fi
  }
}

inline end_regain() {
  d_step {
    if
    :: !rung[me]
    :: rung[me] && free == 0 ->
      late[me] = true; lates[me]++;
      assert(PLACES > 1 || lates[me] <= 1);
#if NEGATIVE != 1
      rung[me] = false
#endif
    :: else ->
      i = 0;
      do
      :: waiters[i] != me -> i++
      :: else -> break
      od;
      do
      :: i + 1 < waiting -> waiters[i] = waiters[i + 1]; i++
      :: else -> break
      od;
      waiting--; i = 0;
      rung[me] = false; late[me] = false;
      take_free(); has = true
    fi
  }
}

proctype lwp(byte me; bool has) {
  byte op, i;
  do
  :: op < OPS ->
    if
    :: has ->
      d_step { add_free(); has = false };
#if NEGATIVE != 4
      hire_for_queued()
#endif
    :: else
    fi;
    rang[me] = false;
    begin_regain();
    do
    :: has -> break
    :: else ->
      if
      :: rang[me]
      :: d_step { spurious > 0 -> spurious-- }
      fi;
#if NEGATIVE == 3
      end_regain();
      rang[me] = false
#else
      rang[me] = false;
      end_regain()
#endif
    od;
    op++
  :: else -> break
  od;
  skip;
  d_step { add_free(); has = false };
#if NEGATIVE != 4
  hire_for_queued();
#endif
  ended++
}

/* An LWP of the pool: runs queued threads until there are none, then becomes idle. */
proctype worker() {
  byte i;
end:
  do
  :: d_step { hired > 0 -> hired-- };
     do
     :: d_step { queued > 0 -> queued-- }
     :: else -> break
     od;
     skip;
     d_step { add_free() };
     hire_for_queued()
  od
}

init {
  byte i;
  atomic {
    do
    :: i < N -> run lwp(i, i < PLACES); i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < PLACES -> run worker(); i++
    :: else -> break
    od;
    i = 0
  }
  do
  :: i < QUEUED -> queued++; hire_for_queued(); i++
  :: else -> break
  od;
  /* All LWPs have ended and the workers are idle: nobody is left behind. */
  (ended == N && hired == 0 && free == PLACES);
  assert(queued == 0 && waiting == 0)
}
