#include "vm/launch/flag_ranges.h"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>

#include "vm/launch/known_flags.h"
#include "vm/launch/options.h"

namespace minijvm::vm {
namespace {

constexpr std::int64_t kMostInt32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeastInt32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMostUint32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kMostInt64 = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostUint64 = std::numeric_limits<std::uint64_t>::max();
constexpr double kMostDouble = std::numeric_limits<double>::max();

// 65 bits, so that one table serves signed and unsigned flags.
struct Number {
  constexpr Number(std::int64_t value) : is_negative(value < 0), bits(static_cast<std::uint64_t>(value)) {}
  constexpr Number(int value) : Number(std::int64_t{value}) {}
  constexpr Number(std::uint64_t value) : is_negative(false), bits(value) {}

  bool operator<(const Number& other) const { return is_negative != other.is_negative ? is_negative : bits < other.bits; }
  std::string text() const { return is_negative ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits); }

  bool is_negative;
  std::uint64_t bits;
};

template <typename T>
struct Range {
  std::string_view type;
  T least;
  T most;
  std::string_view names;  // separated by single spaces
};

// What `java -XX:+UnlockDiagnosticVMOptions -XX:+UnlockExperimentalVMOptions -XX:+PrintFlagsRanges` of 17 lists, without those that are as wide
// as their type.
constexpr Range<Number> kIntegers[] = {
    {"int", 0, 2, "VerifyArchivedFields"},
    {"int", 0, 10, "ErrorLogPrintCodeLimit"},
    {"int", 0, 100, "RTMAbortRatio"},
    {"int", 0, kMostInt32, "AVX3Threshold RTMAbortThreshold RTMLockingThreshold RTMRetryCount RTMSpinLoopCount"},
    {"int", 1, 100, "StringDeduplicationCleanupDeadPercent"},
    {"int", 1, 715827882, "ParGCArrayScanChunk"},
    {"int", 1, kMostInt32, "RTMTotalCountIncrRate"},
    {"intx", kLeastInt32, kMostInt32, "CompilerThreadPriority"},
    {"intx", -1, 64, "TypeProfileParmsLimit"},
    {"intx", -1, 127,
     "JavaPriority10_To_OSPriority JavaPriority1_To_OSPriority JavaPriority2_To_OSPriority JavaPriority3_To_OSPriority "
     "JavaPriority4_To_OSPriority JavaPriority5_To_OSPriority JavaPriority6_To_OSPriority JavaPriority7_To_OSPriority "
     "JavaPriority8_To_OSPriority JavaPriority9_To_OSPriority VMThreadPriority"},
    {"intx", -1, kMostInt32, "PrefetchCopyIntervalInBytes PrefetchFieldsAhead PrefetchScanIntervalInBytes"},
    {"intx", -1, kMostInt64, "PerBytecodeRecompilationCutoff PerMethodRecompilationCutoff"},
    {"intx", 0, 1, "RefDiscoveryPolicy ThreadPriorityPolicy VerifyGCLevel"},
    {"intx", 0, 2, "ArchiveRelocationMode DiagnoseSyncOnValueBasedClasses ScavengeRootsInCode UnguardOnExecutionViolation"},
    {"intx", 0, 3, "AliasLevel AllocatePrefetchStyle BCEATraceLevel"},
    {"intx", 0, 4, "JVMCIEventLogLevel JVMCITraceLevel TieredStopAtLevel"},
    {"intx", 0, 8, "TypeProfileWidth"},
    {"intx", 0, 9, "HeapDumpGzipLevel"},
    {"intx", 0, 11, "StackReservedPages"},
    {"intx", 0, 16, "TypeProfileArgsLimit"},
    {"intx", 0, 30,
     "Tier0BackedgeNotifyFreqLog Tier0InvokeNotifyFreqLog Tier23InlineeNotifyFreqLog Tier2BackedgeNotifyFreqLog Tier2InvokeNotifyFreqLog "
     "Tier3BackedgeNotifyFreqLog Tier3InvokeNotifyFreqLog"},
    {"intx", 0, 64, "ArrayOperationPartialInlineSize"},
    {"intx", 0, 99, "UseAVX UseSSE"},
    {"intx", 0, 100,
     "BlockLayoutMinDiamondPercentage G1ExpandByPercentOfAvailable G1RSetUpdatingPauseTimePercent InterpreterProfilePercentage "
     "MonitorUsedDeflationThreshold ProfileMaturityPercentage TypeProfileMajorReceiverPercent"},
    {"intx", 0, 128, "ValueMapMaxLoopSize"},
    {"intx", 0, 256, "ShenandoahMarkScanPrefetch"},
    {"intx", 0, 2000, "NmethodSweepActivity"},
    {"intx", 0, 8192, "ContendedPaddingWidth"},
    {"intx", 0, 65535, "TrackedInitializationLimit"},
    {"intx", 0, 1000000, "JVMCICounterSize"},
    {"intx", 0, 1048576, "ThreadStackSize"},
    {"intx", 0, 268435455, "G1RSetRegionEntries G1RSetSparseRegionEntries"},
    {"intx", 0, 536870911, "LiveNodeCountInliningCutoff LoopUnrollLimit"},
    {"intx", 0, 1073741823, "MaxJavaStackTraceDepth"},
    {"intx", 0, 2147483640, "BiasedLockingStartupDelay"},
    {"intx", 0, kMostInt32,
     "AsyncDeflationInterval AutoBoxCacheMax C1InlineStackLimit C1MaxInlineLevel C1MaxInlineSize C1MaxRecursiveInlineLevel "
     "C1MaxTrivialSize CICompilerCount ConditionalMoveLimit DominatorSearchLimit EliminateAllocationArraySizeLimit "
     "EliminateAllocationFieldsLimit FreqInlineSize GuaranteedAsyncDeflationInterval GuaranteedSafepointInterval InlineFrequencyCount "
     "InlineSmallCode JVMCINMethodSizeLimit LoopMaxUnroll LoopUnrollMin MaxBCEAEstimateLevel MaxBCEAEstimateSize MaxInlineLevel "
     "MaxInlineSize MaxLoopPad MaxRecursiveInlineLevel MaxTrivialSize MaxVectorSize MinInliningThreshold MultiArrayExpandLimit "
     "NumberOfLoopInstrToAlign PartialPeelNewPhiDelta PerBytecodeTrapLimit PerMethodSpecTrapLimit PerMethodTrapLimit RepeatCompilation "
     "Tier0Delay Tier0ProfilingStartPercentage Tier2BackEdgeThreshold Tier2CompileThreshold Tier3BackEdgeThreshold Tier3CompileThreshold "
     "Tier3DelayOff Tier3DelayOn Tier3InvocationThreshold Tier3LoadFeedback Tier3MinInvocationThreshold Tier4BackEdgeThreshold "
     "Tier4CompileThreshold Tier4InvocationThreshold Tier4LoadFeedback Tier4MinInvocationThreshold TieredOldPercentage ValueSearchLimit"},
    {"intx", 0, 9223372036854, "SafepointTimeoutDelay"},
    {"intx", 0, 9007199254740991, "CompilerThreadStackSize VMThreadStackSize"},
    {"intx", 0, 2305843009213693951, "MaxJumpTableSparseness"},
    {"intx", 0, kMostInt64,
     "AbortVMOnVMOperationTimeoutDelay ArrayCopyLoadStoreMaxElem BiasedLockingBulkRebiasThreshold BiasedLockingBulkRevokeThreshold "
     "G1SummarizeRSetStatsPeriod InitArrayShortSize MaxJumpTableSize MinJumpTableSize MinPassesBeforeFlush SelfDestructTimer "
     "SoftRefLRUPolicyMSPerMB TieredCompileTaskTimeout TieredRateUpdateMaxTime TieredRateUpdateMinTime"},
    {"intx", 1, 3, "StackRedPages"},
    {"intx", 1, 16, "OptoLoopAlignment"},
    {"intx", 1, 64, "AllocateInstancePrefetchLines AllocatePrefetchLines"},
    {"intx", 1, 100, "ShenandoahHumongousThreshold"},
    {"intx", 1, 512, "AllocatePrefetchStepSize"},
    {"intx", 1, 32768, "ValueMapInitialSize"},
    {"intx", 1, kMostInt32, "HotMethodDetectionLimit JVMCIHostThreads JVMCIThreads MonitorUnlinkBatch"},
    {"intx", 2, 7, "StackYellowPages"},
    {"intx", 5, 43, "LoopOptsCount"},
    {"intx", 8, 256, "ObjectAlignmentInBytes"},
    {"intx", 10, 50, "StackShadowPages"},
    {"intx", 10, 100, "LoopPercentProfileLimit"},
    {"intx", 10, kMostInt32, "PerfDataSamplingInterval"},
    {"intx", 32, 32768, "PerfMaxStringConstLength"},
    {"intx", 100, kMostInt32, "MaxLabelRootDepth"},
    {"intx", 128, 2097152, "PerfDataMemorySize"},
    {"intx", 500, kMostInt64, "BiasedLockingDecayTime"},
    {"intx", 1000, 715827882, "MaxNodeLimit"},
    {"intx", 1024, kMostInt32, "MonitorDeflationMax"},
    {"uint", 0, 268435455, "G1ConcRefinementThreads"},
    {"uint", 0, kMostUint32, "ConcGCThreads ParallelGCThreads StressSeed TrimNativeHeapInterval"},
    {"uint", 1, 15, "StringDeduplicationAgeThreshold"},
    {"uint", 1, kMostInt32, "G1RefProcDrainInterval"},
    {"uint", 1, kMostUint32, "MarkSweepAlwaysCompactCount ZStatisticsInterval"},
    {"uintx", 0, 1, "AdaptiveSizeThroughPutPolicy"},
    {"uintx", 0, 16, "InitialTenuringThreshold MaxTenuringThreshold"},
    {"uintx", 0, 50, "G1ReservePercent"},
    {"uintx", 0, 99, "IncreaseFirstTierCompileThresholdAt MinMetaspaceFreeRatio"},
    {"uintx", 0, 100,
     "AdaptiveSizePolicyCollectionCostMargin AdaptiveSizePolicyWeight AdaptiveTimeWeight G1ConfidencePercent G1HeapWastePercent "
     "G1MaxNewSizePercent G1MixedGCLiveThresholdPercent G1NewSizePercent G1OldCSetRegionThresholdPercent "
     "G1SATBBufferEnqueueingThresholdPercent GCHeapFreeLimit GCLockerEdenExpansionPercent GCTimeLimit InitiatingHeapOccupancyPercent "
     "MarkSweepDeadRatio MaxHeapFreeRatio MaxMetaspaceFreeRatio MinHeapFreeRatio NUMAChunkResizeWeight PLABWeight "
     "ParallelGCBufferWastePct ShenandoahAllocSpikeFactor ShenandoahAllocationThreshold ShenandoahCriticalFreeThreshold "
     "ShenandoahGarbageThreshold ShenandoahImmediateThreshold ShenandoahInitFreeThreshold ShenandoahLearningSteps "
     "ShenandoahMinFreeThreshold ShenandoahPacingCycleSlack ShenandoahPacingIdleSlack StartAggressiveSweepingAt TLABAllocationWeight "
     "TargetSurvivorRatio TenuredGenerationSizeIncrement TenuredGenerationSizeSupplement ThresholdTolerance YoungGenerationSizeIncrement "
     "YoungGenerationSizeSupplement"},
    {"uintx", 0, 255, "G1ConcRSHotCardLimit"},
    {"uintx", 0, kMostInt32, "G1ConcRefinementServiceIntervalMillis TLABWasteIncrement"},
    {"uintx", 0, kMostUint32,
     "GCDrainStackTargetSize GCTimeRatio LoopStripMiningIter LoopStripMiningIterShortLoop PausePadding ProcessDistributionStride "
     "PromotedPadding SurvivorPadding"},
    {"uintx", 0, 18446744073709551614UL, "NewRatio"},
    {"uintx", 1, 100, "CodeCacheMinBlockLength ShenandoahEvacReserve TLABWasteTargetPercent TargetPLABWastePct"},
    {"uintx", 1, 1024, "CodeCacheSegmentSize"},
    {"uintx", 1, 1048576, "LogEventsBufferEntries"},
    {"uintx", 1, kMostUint32, "TLABRefillWasteFraction"},
    {"uintx", 1, kMostUint64,
     "AdaptiveSizeDecrementScaleFactor HeapSearchSteps InitialRAMFraction MaxRAMFraction MinRAMFraction "
     "TenuredGenerationSizeSupplementDecay YoungGenerationSizeSupplementDecay"},
    {"uintx", 1, 18446744073709551614UL, "MaxGCPauseMillis"},
    {"uintx", 1, 18446744073709551613UL, "SurvivorRatio"},
    {"uintx", 2, 246, "SharedSymbolTableBucketSize"},
    {"uintx", 3, kMostUint64, "MinSurvivorRatio"},
    {"uintx", 128, 16777216, "StringTableSize"},
    {"uintx", 1024, 16777216, "SymbolTableSize"},
    {"uintx", 4096, kMostUint64, "InitialCodeCacheSize NonNMethodCodeHeapSize ReservedCodeCacheSize"},
    {"uintx", 32768, kMostUint64, "CodeCacheExpansionSize"},
    {"uint64_t", 0, 9223372036854775, "ErrorLogTimeout"},
    {"uint64_t", 0, kMostInt64, "MaxDirectMemorySize"},
    {"size_t", 0, 27, "G1ConcRSLogCacheSize"},
    {"size_t", 0, 100, "ParallelOldDeadWoodLimiterMean ParallelOldDeadWoodLimiterStdDev"},
    {"size_t", 0, 33554432, "G1HeapRegionSize"},
    {"size_t", 0, kMostInt64, "EpsilonPrintHeapSteps G1ConcRefinementGreenZone G1ConcRefinementRedZone G1ConcRefinementYellowZone"},
    {"size_t", 1, 1073741824, "G1UpdateBufferSize StringDeduplicationInitialTableSize"},
    {"size_t", 1, 2147483646, "MarkStackSize MarkStackSizeMax"},
    {"size_t", 1, kMostInt64,
     "EpsilonMaxTLABSize EpsilonMinHeapExpand EpsilonTLABDecayTime EpsilonUpdateCountersStep G1AdaptiveIHOPNumInitialSamples MinTLABSize"},
    {"size_t", 1, kMostUint64, "G1ConcRefinementThresholdStep G1SATBBufferSize ShenandoahSATBBufferSize"},
    {"size_t", 4096, 33554432, "G1RebuildRemSetChunkSize"},
    {"size_t", 4096, 8796093022208, "NUMAInterleaveGranularity"},
    {"size_t", 4096, kMostInt64, "PreTouchParallelChunkSize"},
    {"size_t", 4096, kMostUint64, "HeapSizePerGCThread"},
    {"size_t", 102400, 52428800, "AsyncLogBufferSize"},
    {"size_t", 1048576, 3221225472, "CompressedClassSpaceSize"},
    {"size_t", 33554432, 1099511627776, "ZMarkStackSpaceLimit"},
};
constexpr Range<double> kFractions[] = {
    {"double", 0.0, 1.0, "ShenandoahAdaptiveDecayFactor"},
    {"double", 0.0, 100.0, "InitialRAMPercentage MaxRAMPercentage MinRAMPercentage ObjectCountCutOffPercent SweeperThreshold"},
    {"double", 0.0, 1.8446744073709552e+19, "G1PeriodicGCSystemLoadThreshold"},
    {"double", 0.0, kMostDouble, "CompileThresholdScaling EscapeAnalysisTimeout"},
    {"double", 0.001, 100.0, "G1LastPLABAverageOccupancy"},
    {"double", 0.01, 100.0, "StringDeduplicationShrinkTableLoad"},
    {"double", 0.01, 1000.0, "StringDeduplicationTargetTableLoad"},
    {"double", 0.1, 1000.0, "StringDeduplicationGrowTableLoad"},
    {"double", 1.0, 100.0, "ShenandoahEvacWaste ShenandoahPacingSurcharge"},
    {"double", 1.0, kMostDouble, "EpsilonTLABElasticity G1ConcMarkStepDurationMillis"},
};

template <typename T, std::size_t kCount>
const Range<T>* find_range(const Range<T> (&ranges)[kCount], std::string_view flag) {
  for (const Range<T>& range : ranges) {
    if (has_word(range.names, flag)) {
      return &range;
    }
  }
  return nullptr;
}

// "64m", "-1". A minus before what does not fit into 63 bits is none of HotSpot's numbers either.
std::optional<Number> integer_of(const std::string& text, bool is_signed) {
  const bool is_negative = is_signed && text.starts_with('-');
  std::size_t bytes = 0;
  if (!parse_size(is_negative ? text.substr(1) : text, &bytes) || (is_negative && bytes > static_cast<std::uint64_t>(kMostInt64))) {
    return std::nullopt;
  }
  return is_negative ? Number(-static_cast<std::int64_t>(bytes)) : Number(std::uint64_t{bytes});
}

std::string text_of(double value, int decimals = 6) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string complain(std::string_view type, std::string_view flag, const std::string& value, const std::string& least, const std::string& most) {
  return std::string(type) + " " + std::string(flag) + "=" + value + " is outside the allowed range [ " + least + " ... " + most + " ]";
}

}  // namespace

std::optional<FlagRangeText> range_text(std::string_view flag) {
  constexpr int kDecimals = 3;
  if (const Range<Number>* range = find_range(kIntegers, flag)) {
    return FlagRangeText{std::string(range->type), range->least.text(), range->most.text()};
  }
  if (const Range<double>* range = find_range(kFractions, flag)) {
    return FlagRangeText{std::string(range->type), text_of(range->least, kDecimals), text_of(range->most, kDecimals)};
  }
  return std::nullopt;
}

std::string range_complaint(std::string_view flag, const std::string& value) {
  if (const Range<Number>* range = find_range(kIntegers, flag)) {
    const std::optional<Number> number = integer_of(value, range->type.starts_with("int"));
    if (number.has_value() && (*number < range->least || range->most < *number)) {
      return complain(range->type, flag, number->text(), range->least.text(), range->most.text());
    }
    const bool is_odd_alignment = flag == "ObjectAlignmentInBytes" && number.has_value() && !std::has_single_bit(number->bits);
    return is_odd_alignment ? "ObjectAlignmentInBytes (" + number->text() + ") must be power of 2" : std::string();
  }
  if (const Range<double>* range = find_range(kFractions, flag)) {
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const bool is_number = !value.empty() && !value.starts_with('-') && *end == '\0';  // HOTSPOT: takes no minus here
    const bool is_wrong = is_number && (number < range->least || number > range->most);
    return is_wrong ? complain(range->type, flag, text_of(number), text_of(range->least), text_of(range->most)) : std::string();
  }
  return {};
}

}  // namespace minijvm::vm
