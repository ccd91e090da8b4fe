/* How workers that steal agree that no work is left (gc/gang/terminator.h): W workers share TASKS
   tasks, each of which may leave an item in the worker's own queue; the queue of worker 0 has
   PREFILLED items before anybody starts. With ONE_THREAD one thread takes two numbers of workers,
   one after the other (G1 of gc/gang/gang_dispatcher.h).
   Proves: when a worker is told that all is done, no worker that has started has work, and none of
   them finds any later (T1); nothing is left at the end; all come to an end (`over` under weak
   fairness).
   NEGATIVE 1: a worker claims a task before it says that it has started.
   NEGATIVE 2: a worker offers before it has emptied its own queue.
   NEGATIVE 3: all that were dispatched must agree, not only those that have started. */
#ifndef W
#define W 2
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef PREFILLED
#define PREFILLED 1
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#if NEGATIVE == 3
#define PARTNERS W
#else
#define PARTNERS started
#endif

byte unclaimed = TASKS;
byte items[W];      /* the queues */
byte started, offered;
bool is_started[W]; /* ghosts */
bool busy[W];
bool agreed;
byte finished;

#ifdef LIVE
ltl over { <> (finished == W) }
#endif

inline is_done() {
  d_step {
    agreed = true;
    assert(unclaimed == 0);
    for (t : 0 .. W - 1) { assert(!is_started[t] || (!busy[t] && items[t] == 0)) }
  }
}

inline claim() { d_step { got = (unclaimed > 0); if :: got -> unclaimed--; busy[me] = true :: else fi } }
inline take(from) { d_step { got = (items[from] > 0); if :: got -> items[from]--; busy[me] = true :: else fi } }
inline start() { d_step { started++; is_started[me] = true } }

/* A task may leave an item, an item leaves nothing. */
inline do_task() {
  if
  :: items[me]++
  :: skip
  fi;
  busy[me] = false
}

inline empty_own_queue() {
  do
  :: take(me);
     if
     :: got -> busy[me] = false
     :: else -> break
     fi
  od
}

/* Leaves in `got` whether an item was stolen. */
inline steal() {
  got = false;
  for (t : 0 .. W - 1) {
    if
    :: !got && t != me ->
      take(t);
      /* After the agreement there is nothing to find but in the queue of a worker that has not
         started. */
      if
      :: got -> assert(!agreed); busy[me] = false
      :: else
      fi
    :: else
    fi
  }
}

/* Leaves in `done` whether all have agreed. */
inline offer() {
  offered++;
  done = false;
  do
  :: mine = offered;
     if
     :: mine >= PARTNERS -> done = true; break
     :: else
     fi;
     seen = false;
     for (t : 0 .. W - 1) { seen = seen || (t != me && items[t] > 0) }
     if
     :: seen ->
       /* take_back */
       mine = offered;
       do
       :: mine < PARTNERS ->
         d_step { got = (offered == mine); if :: got -> offered-- :: else -> mine = offered fi }
         if
         :: got -> break
         :: else
         fi
       :: else -> break
       od;
       if
       :: mine < PARTNERS && got -> break
       :: else
       fi
     :: else
     fi
  od
}

inline work() {
  is_first = true;
#if NEGATIVE != 1
  start();
#endif
  do
  :: claim();
#if NEGATIVE == 1
     if
     :: is_first -> start(); is_first = false
     :: else
     fi;
#endif
     if
     :: got -> do_task()
     :: else -> break
     fi
  od;
#if NEGATIVE != 2
  empty_own_queue();
#endif
  do
  :: steal();
     if
     :: got
     :: else ->
       offer();
       if
       :: done -> is_done(); break
       :: else
       fi
     fi
  od;
  finished++
}

proctype thread(byte me; byte last) {
  byte t, mine;
  bool got, done, seen, is_first;
  do
  :: work();
     if
     :: me == last -> break
     :: else -> me++
     fi
  od
}

init {
  byte t;
  atomic {
    items[0] = PREFILLED;
#ifdef ONE_THREAD
    run thread(0, 1);
    for (t : 2 .. W - 1) { run thread(t, t) }
#else
    for (t : 0 .. W - 1) { run thread(t, t) }
#endif
  }
  finished == W;
  assert(unclaimed == 0);
  for (t : 0 .. W - 1) { assert(items[t] == 0) }
}
