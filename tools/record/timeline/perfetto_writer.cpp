// Writes packets in the order of tracks; Perfetto sorts them by their times. A slice is a begin and
// an end on its track, and ends are written before what begins at the same time.
#include "tools/record/timeline/perfetto_writer.h"

#include <ctime>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "tools/record/timeline/perfetto_fields.h"

namespace minijvm::vm::record {
namespace {

using namespace perfetto;
using protozero::pbf_writer;

constexpr std::uint32_t kSequence = 1;
// The uuid of the process's track; the groups and lanes come after it.
constexpr std::uint64_t kProcess = 1;
constexpr std::uint64_t kFirstGroup = 10;
constexpr std::uint64_t kFirstLane = 1000;
constexpr std::uint64_t kSentenceName = 1;  // of the annotation with a sentence
constexpr int kGroups = 6;

std::uint64_t now_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

// An interned id is never 0, and a text's number may be.
std::uint64_t iid(TextId text) { return static_cast<std::uint64_t>(text) + 1; }
std::uint64_t uuid_of(std::size_t track) { return kFirstLane + track; }
std::uint64_t uuid_of(Group group) { return kFirstGroup + static_cast<std::uint64_t>(group); }

class Writer {
 public:
  Writer(const Timeline& timeline, std::int64_t begin_ns)
      : timeline_(timeline), begin_ns_(begin_ns), trace_(out_) {}

  std::string write() {
    write_head();
    write_texts();
    write_process();
    for (std::size_t i = 0; i < timeline_.tracks.size(); ++i) {
      write_descriptor(i);
      write_track(i);
    }
    write_arrows();
    write_counts();
    return std::move(out_);
  }

 private:
  // Calls fill(writer) for the message in `tag` of one more packet.
  template <class Fill>
  void packet(Tag tag, Fill fill) {
    pbf_writer packet(trace_, trace::kPacket);
    packet.add_uint32(packet::kSequenceId, kSequence);
    pbf_writer message(packet, tag);
    fill(message);
  }

  template <class Fill>
  void event(std::int64_t time, std::size_t track, std::int32_t type, Fill fill) {
    pbf_writer packet(trace_, trace::kPacket);
    packet.add_uint64(packet::kTimestamp, static_cast<std::uint64_t>(begin_ns_ + time));
    packet.add_uint32(packet::kSequenceId, kSequence);
    packet.add_uint32(packet::kSequenceFlags, packet::kNeedsState);
    pbf_writer message(packet, packet::kTrackEvent);
    message.add_enum(event::kType, type);
    message.add_uint64(event::kTrack, uuid_of(track));
    fill(message);
  }

  // The three clocks are read together: ftrace and perf use other ones.
  void write_head() {
    {
      pbf_writer packet(trace_, trace::kPacket);
      packet.add_uint32(packet::kSequenceId, kSequence);
      packet.add_uint32(packet::kSequenceFlags, packet::kStateCleared);
      pbf_writer defaults(packet, packet::kDefaults);
      defaults.add_uint32(defaults::kClockId, clocks::kMonotonic);
    }
    packet(packet::kClockSnapshot, [](pbf_writer& snapshot) {
      constexpr std::pair<std::uint32_t, clockid_t> kClocks[] = {
          {clocks::kMonotonic, CLOCK_MONOTONIC},
          {clocks::kBoottime, CLOCK_BOOTTIME},
          {clocks::kRealtime, CLOCK_REALTIME}};
      for (const auto& [id, clock] : kClocks) {
        pbf_writer one(snapshot, clocks::kClock);
        one.add_uint32(clocks::kId, id);
        one.add_uint64(clocks::kTimestamp, now_ns(clock));
      }
      snapshot.add_enum(clocks::kPrimary, static_cast<std::int32_t>(clocks::kMonotonic));
    });
  }

  static void add_text(pbf_writer& message, Tag tag, std::uint64_t id, const std::string& text) {
    pbf_writer entry(message, tag);
    entry.add_uint64(interned::kId, id);
    entry.add_string(interned::kText, text);
  }

  void write_texts() {
    packet(packet::kInternedData, [this](pbf_writer& message) {
      TextId id = 0;
      for (const std::string* text : timeline_.texts.all()) {
        add_text(message, interned::kNames, iid(id++), *text);
      }
      for (int state = 0; state < static_cast<int>(State::kCount); ++state) {
        add_text(message, interned::kCategories, iid(state), state_name(static_cast<State>(state)));
      }
      add_text(message, interned::kAnnotationNames, kSentenceName, "says");
    });
  }

  void write_process() {
    packet(packet::kTrackDescriptor, [this](pbf_writer& track) {
      track.add_uint64(track::kUuid, kProcess);
      track.add_int32(track::kChildOrdering, track::kExplicitOrder);
      pbf_writer process(track, track::kProcess);
      process.add_int32(track::kProcessPid, static_cast<std::int32_t>(timeline_.about.pid));
      process.add_string(track::kProcessName, timeline_.about.title);
    });
    for (int group = 0; group < kGroups; ++group) {
      packet(packet::kTrackDescriptor, [group](pbf_writer& track) {
        track.add_uint64(track::kUuid, uuid_of(static_cast<Group>(group)));
        track.add_string(track::kName, group_name(static_cast<Group>(group)));
        track.add_uint64(track::kParent, kProcess);
        track.add_int32(track::kChildOrdering, track::kExplicitOrder);
        track.add_int32(track::kRank, group);
      });
    }
  }

  void write_descriptor(std::size_t index) {
    const Track& lane = timeline_.tracks[index];
    packet(packet::kTrackDescriptor, [&](pbf_writer& track) {
      track.add_uint64(track::kUuid, uuid_of(index));
      track.add_string(track::kName, lane.name);
      track.add_uint64(track::kParent, uuid_of(lane.group));
      track.add_int32(track::kRank, static_cast<std::int32_t>(index));
      if (lane.kind == TrackKind::kCounter) {
        pbf_writer counter(track, track::kCounter);
        counter.add_string(track::kCounterUnitName, lane.unit);
      } else if (lane.kernel_id != 0) {
        pbf_writer thread(track, track::kThread);
        thread.add_int32(track::kThreadPid, static_cast<std::int32_t>(timeline_.about.pid));
        thread.add_int32(track::kThreadTid, lane.kernel_id);
        thread.add_string(track::kThreadName, lane.name);
      }
    });
  }

  void add_sentence(pbf_writer& message, TextId sentence) const {
    if (sentence != kNoText) {
      pbf_writer note(message, event::kAnnotation);
      note.add_uint64(annotation::kNameId, kSentenceName);
      note.add_string(annotation::kText, timeline_.texts.text(sentence));
    }
  }

  void write_track(std::size_t index) {
    const Track& track = timeline_.tracks[index];
    write_slices(track.slices, index);
    for (const Mark& mark : track.marks) {
      event(mark.time, index, event::kInstant, [&](pbf_writer& message) {
        message.add_uint64(event::kName, iid(mark.name));
        add_sentence(message, mark.sentence);
      });
    }
    for (const Sample& sample : track.samples) {
      event(sample.time, index, event::kCounterEvent,
            [&](pbf_writer& message) { message.add_int64(event::kCounterValue, sample.value); });
    }
  }

  void write_slices(const std::vector<Slice>& slices, std::size_t index) {
    std::vector<std::int64_t> ends;  // of the slices that are open
    const auto end_until = [&](std::int64_t time) {
      while (!ends.empty() && ends.back() <= time) {
        event(ends.back(), index, event::kEnd, [](pbf_writer&) {});
        ends.pop_back();
      }
    };
    for (const Slice& slice : slices) {
      end_until(slice.start);
      event(slice.start, index, event::kBegin, [&](pbf_writer& message) {
        message.add_uint64(event::kCategory, iid(static_cast<TextId>(slice.state)));
        message.add_uint64(event::kName, iid(slice.name));
        add_sentence(message, slice.sentence);
      });
      ends.push_back(slice.start + slice.duration);
    }
    end_until(INT64_MAX);
  }

  // Both ends are instants: a flow that leaves a slice would be drawn from the slice's end.
  void write_arrows() {
    std::uint64_t flow = 1;
    for (const Arrow& arrow : timeline_.arrows) {
      event(arrow.from_time, static_cast<std::size_t>(arrow.from), event::kInstant,
            [&](pbf_writer& message) {
              message.add_uint64(event::kName, iid(arrow.kind));
              message.add_fixed64(event::kFlow, flow);
            });
      event(arrow.to_time, static_cast<std::size_t>(arrow.to), event::kInstant,
            [&](pbf_writer& message) {
              message.add_uint64(event::kName, iid(arrow.kind));
              message.add_fixed64(event::kEndedFlow, flow);
            });
      ++flow;
    }
  }

  // An instant at the end, on the process's track, says how often each event was recorded.
  void write_counts() {
    pbf_writer packet(trace_, trace::kPacket);
    packet.add_uint64(packet::kTimestamp,
                      static_cast<std::uint64_t>(begin_ns_ + timeline_.about.duration_ns));
    packet.add_uint32(packet::kSequenceId, kSequence);
    packet.add_uint32(packet::kSequenceFlags, packet::kNeedsState);
    pbf_writer message(packet, packet::kTrackEvent);
    message.add_enum(event::kType, event::kInstant);
    message.add_uint64(event::kTrack, kProcess);
    message.add_string(event::kNameText, "events");
    for (const auto& [recorded, count] : timeline_.counts) {
      pbf_writer note(message, event::kAnnotation);
      note.add_string(annotation::kNameText, event_name(recorded));
      note.add_int64(annotation::kNumber, count);
    }
  }

  const Timeline& timeline_;
  std::int64_t begin_ns_;
  std::string out_;
  pbf_writer trace_;
};

}  // namespace

std::string perfetto_trace(const Timeline& timeline, std::int64_t begin_ns) {
  return Writer(timeline, begin_ns).write();
}

}  // namespace minijvm::vm::record
