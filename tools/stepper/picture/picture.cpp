// Puts a picture together. The order matters: threads, statics and locks note the objects that they
// refer to, and the objects come last of these.
#include "tools/stepper/picture/picture.h"

#include <algorithm>

#include "runtime/thread/java_thread.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/picture/lock_rows.h"
#include "tools/stepper/picture/object_rows.h"
#include "tools/stepper/picture/thread_rows.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::JavaThread;
using runtime::Object;

constexpr std::size_t kMostThreads = 200;
// With more threads than this, only their innermost frames are shown.
constexpr std::size_t kManyThreads = 50;

// The selected thread is written first, so that its objects are noted first; rows are shown in the
// order of the threads.
Json thread_rows(const PictureSources& sources, const std::vector<JavaThread*>& threads) {
  const bool few_frames = threads.size() > kManyThreads;
  const JavaThread* selected = sources.scene.selected;
  Json first = thread_row(sources, *selected, false);
  Json rows = Json::list();
  for (const JavaThread* thread : threads)
    rows.add(thread == selected ? first : thread_row(sources, *thread, few_frames));
  return rows;
}

// Keeps the oldest threads, and always the selected one. Returns how many are left out.
std::int64_t leave_out_threads(const JavaThread* selected, std::vector<JavaThread*>* threads) {
  const std::size_t all = threads->size();
  while (threads->size() > kMostThreads) {
    const bool is_last_selected = threads->back() == selected;
    threads->erase(threads->end() - (is_last_selected ? 2 : 1));
  }
  return static_cast<std::int64_t>(all - threads->size());
}

// Adds the threads of the class library that the rows of locks mention.
void add_mentioned(const PictureSources& sources,
                   const std::vector<const sync::ExecEnv*>& mentioned,
                   std::vector<JavaThread*> known, Json& rows) {
  for (const sync::ExecEnv* each : mentioned) {
    JavaThread* thread = &JavaThread::of(*const_cast<sync::ExecEnv*>(each));
    if (std::find(known.begin(), known.end(), thread) != known.end() ||
        known.size() >= kMostThreads)
      continue;
    known.push_back(thread);
    rows.add(thread_row(sources, *thread, true));
  }
}

}  // namespace

Json take_picture(const Scene& scene, const Stage& stage, PictureMemory& memory,
                  const PictureLimits& limits) {
  Values values(*scene.view, memory.numbers);
  const PictureSources sources{scene, stage, memory, limits, values};
  Json picture = Json::record();
  picture.set("n", scene.number)
      .set("thread", scene.selected->id())
      .set("frame", static_cast<std::int64_t>(scene.frame))
      .set("settled", scene.view->is_settled);
  std::vector<JavaThread*> threads = threads_of_picture(scene);
  const std::int64_t more_threads = leave_out_threads(scene.selected, &threads);
  Json rows = thread_rows(sources, threads);
  Json parts = Json::record();
  if (scene.view->is_settled) {
    set_statics(sources, parts);
    const std::vector<Object*> locked = objects_with_locks(sources, threads);
    const std::vector<Object*> shown = set_objects(sources, parts);
    add_mentioned(sources, set_locks(sources, locked, shown, parts), threads, rows);
  } else {
    set_unsettled_objects(sources, parts);
    parts.set("statics", Json::list()).set("locks", Json::list());
  }
  picture.set("threads", std::move(rows));
  if (more_threads != 0)
    picture.set("more_threads", more_threads);
  picture.set_all(std::move(parts));
  picture.set("heap", describe_heap()).set("code", memory.listings.take_new());
  return picture;
}

}  // namespace minijvm::vm::stepper
