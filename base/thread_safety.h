// Says which mutex guards a field, and which mutexes a function needs, takes or releases, in a form
// that clang checks: `tests/layout/check thread_safety` (there is a fixture for it in
// tests/layout/fixtures.py). gcc, which builds the VM, has no such check and reads nothing here.
//
//   Mutex mutex_;
//   int count_ MJ_GUARDED_BY(mutex_) = 0;      // used under the mutex only
//   void add_one() MJ_REQUIRES(mutex_);        // the caller holds it
//
// clang looks at one function at a time and compares the mutexes' names. It must find the same name
// where the mutex is taken and where the field is used.
#pragma once

// Any attribute of https://clang.llvm.org/docs/ThreadSafetyAnalysis.html. Those that many places
// need have a name of their own below.
// no_thread_safety_analysis: the function is not checked; a comment beside it says why.
#if defined(__clang__)
#define MJ_THREAD_SAFETY(...) __attribute__((__VA_ARGS__))
#else
#define MJ_THREAD_SAFETY(...)
#endif

#define MJ_GUARDED_BY(mutex) MJ_THREAD_SAFETY(guarded_by(mutex))
#define MJ_REQUIRES(...) MJ_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define MJ_ACQUIRE(...) MJ_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define MJ_RELEASE(...) MJ_THREAD_SAFETY(release_capability(__VA_ARGS__))
