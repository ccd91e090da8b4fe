// The field numbers of Perfetto's messages that the writer uses, as in perfetto/trace/*.proto.
// Tested by tests/tools/record, which reads the trace with Perfetto's own classes.
#pragma once

#include <protozero/types.hpp>

namespace minijvm::vm::record::perfetto {

using Tag = protozero::pbf_tag_type;

namespace trace {
inline constexpr Tag kPacket = 1;
}
namespace packet {
inline constexpr Tag kClockSnapshot = 6;
inline constexpr Tag kTimestamp = 8;
inline constexpr Tag kSequenceId = 10;
inline constexpr Tag kTrackEvent = 11;
inline constexpr Tag kInternedData = 12;
inline constexpr Tag kSequenceFlags = 13;
inline constexpr Tag kDefaults = 59;
inline constexpr Tag kTrackDescriptor = 60;
inline constexpr std::uint32_t kStateCleared = 1;
inline constexpr std::uint32_t kNeedsState = 2;
}  // namespace packet
namespace defaults {
inline constexpr Tag kClockId = 58;
}
namespace clocks {
inline constexpr Tag kClock = 1;
inline constexpr Tag kPrimary = 2;
inline constexpr Tag kId = 1;
inline constexpr Tag kTimestamp = 2;
inline constexpr std::uint32_t kRealtime = 1;
inline constexpr std::uint32_t kMonotonic = 3;
inline constexpr std::uint32_t kBoottime = 6;
}  // namespace clocks
namespace track {
inline constexpr Tag kUuid = 1;
inline constexpr Tag kName = 2;
inline constexpr Tag kProcess = 3;
inline constexpr Tag kThread = 4;
inline constexpr Tag kParent = 5;
inline constexpr Tag kCounter = 8;
inline constexpr Tag kChildOrdering = 11;
inline constexpr Tag kRank = 12;
inline constexpr std::int32_t kExplicitOrder = 3;
inline constexpr Tag kProcessPid = 1;
inline constexpr Tag kProcessName = 6;
inline constexpr Tag kThreadPid = 1;
inline constexpr Tag kThreadTid = 2;
inline constexpr Tag kThreadName = 5;
inline constexpr Tag kCounterUnitName = 6;
}  // namespace track
namespace event {
inline constexpr Tag kCategory = 3;
inline constexpr Tag kAnnotation = 4;
inline constexpr Tag kType = 9;
inline constexpr Tag kName = 10;
inline constexpr Tag kTrack = 11;
inline constexpr Tag kNameText = 23;
inline constexpr Tag kCounterValue = 30;
inline constexpr Tag kFlow = 47;
inline constexpr Tag kEndedFlow = 48;
inline constexpr std::int32_t kBegin = 1;
inline constexpr std::int32_t kEnd = 2;
inline constexpr std::int32_t kInstant = 3;
inline constexpr std::int32_t kCounterEvent = 4;
}  // namespace event
namespace interned {
inline constexpr Tag kCategories = 1;
inline constexpr Tag kNames = 2;
inline constexpr Tag kAnnotationNames = 3;
inline constexpr Tag kId = 1;
inline constexpr Tag kText = 2;
}  // namespace interned
namespace annotation {
inline constexpr Tag kNameId = 1;
inline constexpr Tag kNumber = 4;
inline constexpr Tag kNameText = 10;
inline constexpr Tag kText = 6;
}  // namespace annotation

}  // namespace minijvm::vm::record::perfetto
