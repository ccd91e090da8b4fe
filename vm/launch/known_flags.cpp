#include "vm/launch/known_flags.h"

#include <algorithm>

namespace minijvm::vm {
namespace {

struct Group {
  FlagLock lock;
  FlagType type;
  std::string_view names;  // separated by single spaces
};

// What `java -XX:+UnlockDiagnosticVMOptions -XX:+UnlockExperimentalVMOptions -XX:+PrintFlagsFinal` of 17 lists, without the flags of options.def
// unless they must be unlocked; then those that it refuses as a debug build's.
constexpr Group kGroups[] = {
    {FlagLock::kProduct, FlagType::kSwitch,
     "AdjustStackSizeForTLS AggressiveHeap AlignVector AllowParallelDefineClass AllowRedefinitionToAddDeleteMethods AllowUserSignalHandlers "
     "AllowVectorizeOnDemand AlwaysActAsServerClassMachine AlwaysCompileLoopMethods AlwaysLockClassLoader AlwaysRestoreFPU "
     "AlwaysTenure BlockLayoutByFrequency BlockLayoutRotateLoops C1OptimizeVirtualCallProfiling C1ProfileBranches C1ProfileCalls "
     "C1ProfileCheckcasts C1ProfileInlinedCalls C1ProfileVirtualCalls C1UpdateMethodData CICompilerCountPerCPU CITime CheckJNICalls "
     "ClassUnloadingWithConcurrentMark ClipInlining CrashOnOutOfMemoryError CreateMinidumpOnCrash CriticalJNINatives "
     "DTraceAllocProbes DTraceMethodProbes DTraceMonitorProbes DisplayVMOutputToStderr "
     "DisplayVMOutputToStdout DoReserveCopyInSuperWord DontCompileHugeMethods DontYieldALot DumpReplayDataOnError DumpSharedSpaces "
     "DynamicDumpSharedSpaces EagerXrunInit EliminateAllocations EliminateAutoBox EliminateLocks EliminateNestedLocks "
     "EnableDynamicAgentLoading ErrorFileToStderr ErrorFileToStdout EstimateArgEscape ExecutingUnitTests ExitOnOutOfMemoryError "
     "ExplicitGCInvokesConcurrent ExtendedDTraceProbes ExtensiveErrorReports FilterSpuriousWakeups FlightRecorder ForceTimeHighResolution "
     "G1PeriodicGCInvokesConcurrent G1UseAdaptiveConcRefinement G1UseAdaptiveIHOP HeapDumpAfterFullGC HeapDumpBeforeFullGC "
     "HeapDumpOnOutOfMemoryError IgnoreEmptyClassPaths IncrementalInline Inline InlineSynchronizedMethods JavaMonitorsInStackTrace "
     "LoadExecStackDllInVMThread LoopUnswitching MethodFlushing NUMAStats NeverActAsServerClassMachine NeverTenure "
     "OmitStackTraceInFastThrow OptimizeFill OptimizePtrCompare OptimizeStringConcat OptoBundling OptoRegScheduling OptoScheduling "
     "PSChunkLargeArrays ParallelRefProcBalancingEnabled ParallelRefProcEnabled PartialPeelAtUnsignedTests PartialPeelLoop "
     "PerfAllowAtExitRegistration PerfBypassFileSystemCheck PerfDataSaveToFile PerfDisableSharedMem PreferContainerQuotaForCPUCount "
     "PreferInterpreterNativeStubs PreserveAllAnnotations PreserveFramePointer PrintClassHistogram PrintCodeCache PrintCodeCacheOnCompilation "
     "PrintConcurrentLocks PrintExtendedThreadInfo "
     "PrintHeapAtSIGBREAK PrintSharedArchiveAndExit PrintSharedDictionary PrintTieredEvents "
     "ProfileInterpreter RangeCheckElimination ReassociateInvariants RecordDynamicDumpInfo ReduceBulkZeroing ReduceFieldZeroing "
     "ReduceInitialCardMarks RegisterFinalizersAtInit RequireSharedSpaces ResizePLAB ResizeTLAB RestoreMXCSROnJNICalls "
     "RestrictReservedStack RewriteBytecodes RewriteFrequentPairs SafepointTimeout ScavengeBeforeFullGC SegmentedCodeCache "
     "ShowMessageBoxOnError ShrinkHeapInSteps SplitIfBlocks SuperWordLoopUnrollAnalysis "
     "SuperWordReductions SuppressFatalErrorMessage TLABStats ThreadPriorityVerbose TimeLinearScan TrapBasedNullChecks TrapBasedRangeChecks UseAES "
     "UseAdaptiveGenerationSizePolicyAtMajorCollection UseAdaptiveGenerationSizePolicyAtMinorCollection UseAdaptiveNUMAChunkSizing "
     "UseAdaptiveSizeDecayMajorGCCost UseAdaptiveSizePolicyFootprintGoal UseAdaptiveSizePolicyWithSystemGC UseAddressNop "
     "UseBASE64Intrinsics UseBMI1Instructions UseBMI2Instructions UseBiasedLocking UseBimorphicInlining UseCLMUL UseCMoveUnconditionally "
     "UseCodeAging UseCodeCacheFlushing UseCompressedClassPointers UseCompressedOops UseCondCardMark UseContainerCpuShares "
     "UseCountLeadingZerosInstruction UseCountTrailingZerosInstruction UseCountedLoopSafepoints UseCounterDecay UseDivMod "
     "UseDynamicNumberOfCompilerThreads UseEmptySlotsInSupers UseFMA UseFPUForSpilling UseFastJNIAccessors "
     "UseFastStosb UseG1GC UseHeavyMonitors UseHugeTLBFS UseInlineCaches UseInterpreter UseJumpTables "
     "UseLargePagesIndividualAllocation UseLinuxPosixThreadCPUClocks UseLoopCounter UseLoopInvariantCodeMotion UseLoopPredicate "
     "UseMaximumCompactionOnSystemGC UseNUMA UseNUMAInterleaving UseNewLongLShift UseNotificationThread UseOnStackReplacement "
     "UseOnlyInlinedBimorphic UseOprofile UseOptoBiasInlining UsePSAdaptiveSurvivorSizePolicy UseParallelGC UsePerfData UsePopCountInstruction "
     "UseProfiledLoopPredicate UseRTMDeopt UseRTMLocking UseSHA UseSHM UseSSE42Intrinsics UseSerialGC UseSharedSpaces UseShenandoahGC "
     "UseSignalChaining UseStoreImmI16 UseStringDeduplication UseSubwordForMaxVector UseSuperWord UseThreadPriorities "
     "UseTypeProfile UseTypeSpeculation UseUnalignedLoadStores UseVectorCmov UseXMMForArrayCopy UseXMMForObjInit UseXmmI2D UseXmmI2F "
     "UseXmmLoadAndClearUpper UseXmmRegToRegMoveAll UseZGC VerifySharedSpaces ZProactive ZUncommit ZeroTLAB"},
    {FlagLock::kProduct, FlagType::kInteger,
     "AliasLevel AllocateInstancePrefetchLines AllocatePrefetchDistance AllocatePrefetchInstr AllocatePrefetchLines AllocatePrefetchStepSize "
     "AllocatePrefetchStyle ArrayCopyLoadStoreMaxElem AutoBoxCacheMax BCEATraceLevel BiasedLockingBulkRebiasThreshold "
     "BiasedLockingBulkRevokeThreshold BiasedLockingDecayTime BiasedLockingStartupDelay BlockLayoutMinDiamondPercentage C1InlineStackLimit "
     "C1MaxInlineLevel C1MaxInlineSize C1MaxRecursiveInlineLevel C1MaxTrivialSize CICompilerCount CompilerThreadPriority CompilerThreadStackSize "
     "ConditionalMoveLimit EliminateAllocationArraySizeLimit G1RSetRegionEntries G1RSetSparseRegionEntries "
     "G1RSetUpdatingPauseTimePercent HeapDumpGzipLevel InteriorEntryAlignment InterpreterProfilePercentage JavaPriority10_To_OSPriority "
     "JavaPriority1_To_OSPriority JavaPriority2_To_OSPriority JavaPriority3_To_OSPriority JavaPriority4_To_OSPriority JavaPriority5_To_OSPriority "
     "JavaPriority6_To_OSPriority JavaPriority7_To_OSPriority JavaPriority8_To_OSPriority JavaPriority9_To_OSPriority LiveNodeCountInliningCutoff "
     "LoopMaxUnroll LoopOptsCount LoopPercentProfileLimit LoopUnrollLimit LoopUnrollMin MaxBCEAEstimateLevel MaxBCEAEstimateSize "
     "MaxJNILocalCapacity MaxJumpTableSize MaxJumpTableSparseness MaxLabelRootDepth MaxLoopPad MaxNodeLimit "
     "MaxRecursiveInlineLevel MaxTrivialSize MaxVectorSize MinInliningThreshold MinJumpTableSize MultiArrayExpandLimit NmethodSweepActivity "
     "NodeLimitFudgeFactor NumberOfLoopInstrToAlign ObjectAlignmentInBytes OnStackReplacePercentage OptoLoopAlignment ParGCArrayScanChunk "
     "PartialPeelNewPhiDelta PerBytecodeRecompilationCutoff PerBytecodeTrapLimit PerMethodRecompilationCutoff PerMethodTrapLimit "
     "PerfDataMemorySize PerfDataSamplingInterval PerfMaxStringConstLength PrefetchCopyIntervalInBytes PrefetchFieldsAhead "
     "PrefetchScanIntervalInBytes ProfileMaturityPercentage RTMRetryCount RefDiscoveryPolicy SafepointTimeoutDelay SelfDestructTimer "
     "StackRedPages StackReservedPages StackShadowPages StackYellowPages ThreadPriorityPolicy Tier0BackedgeNotifyFreqLog "
     "Tier0InvokeNotifyFreqLog Tier0ProfilingStartPercentage Tier23InlineeNotifyFreqLog Tier2BackEdgeThreshold Tier2BackedgeNotifyFreqLog "
     "Tier2CompileThreshold Tier2InvokeNotifyFreqLog Tier3BackEdgeThreshold Tier3BackedgeNotifyFreqLog Tier3CompileThreshold Tier3DelayOff "
     "Tier3DelayOn Tier3InvokeNotifyFreqLog Tier3LoadFeedback Tier3MinInvocationThreshold Tier4BackEdgeThreshold Tier4CompileThreshold "
     "Tier4InvocationThreshold Tier4LoadFeedback Tier4MinInvocationThreshold TieredCompileTaskTimeout TieredRateUpdateMaxTime "
     "TieredRateUpdateMinTime TieredStopAtLevel TrackedInitializationLimit TypeProfileArgsLimit TypeProfileMajorReceiverPercent "
     "TypeProfileParmsLimit TypeProfileWidth UnguardOnExecutionViolation UseAVX UseSSE VMThreadPriority VMThreadStackSize ValueMapInitialSize "
     "ValueMapMaxLoopSize ValueSearchLimit"},
    {FlagLock::kProduct, FlagType::kUnsigned,
     "AdaptiveSizeDecrementScaleFactor AdaptiveSizeMajorGCDecayTimeScale AdaptiveSizePolicyCollectionCostMargin "
     "AdaptiveSizePolicyInitializingSteps AdaptiveSizePolicyOutputInterval AdaptiveSizePolicyWeight AdaptiveSizeThroughPutPolicy "
     "AdaptiveTimeWeight AsyncLogBufferSize BaseFootPrintEstimate CodeCacheExpansionSize CompressedClassSpaceSize ConcGCThreads DefaultMaxRAMFraction ErgoHeapSizeLimit "
     "ErrorLogTimeout G1ConcRSHotCardLimit G1ConcRSLogCacheSize G1ConcRefinementGreenZone G1ConcRefinementRedZone "
     "G1ConcRefinementServiceIntervalMillis G1ConcRefinementThreads G1ConcRefinementThresholdStep G1ConcRefinementYellowZone G1ConfidencePercent "
     "G1HeapRegionSize G1HeapWastePercent G1MixedGCCountTarget G1PeriodicGCInterval G1RefProcDrainInterval G1ReservePercent "
     "G1SATBBufferEnqueueingThresholdPercent G1SATBBufferSize G1UpdateBufferSize GCDrainStackTargetSize "
     "GCLockerEdenExpansionPercent GCPauseIntervalMillis HeapBaseMinAddress HeapFirstMaximumCompactionCount "
     "HeapMaximumCompactionInterval HeapSearchSteps HeapSizePerGCThread IncreaseFirstTierCompileThresholdAt InitialCodeCacheSize "
     "InitialSurvivorRatio InitiatingHeapOccupancyPercent LargePageHeapSizeThreshold "
     "LargePageSizeInBytes LoopStripMiningIter LoopStripMiningIterShortLoop MarkStackSize MarkStackSizeMax MarkSweepAlwaysCompactCount "
     "MarkSweepDeadRatio MaxGCMinorPauseMillis MaxMetaspaceExpansion MaxMetaspaceFreeRatio "
     "MinHeapDeltaBytes MinHeapSize MinMetaspaceExpansion MinMetaspaceFreeRatio "
     "MinSurvivorRatio MinTLABSize NUMAChunkResizeWeight NUMAInterleaveGranularity NUMAPageScanRate NUMASpaceResizeRate "
     "NewSizeThreadIncrease NonNMethodCodeHeapSize NonProfiledCodeHeapSize OldPLABSize OldSize PLABWeight ParallelGCBufferWastePct "
     "ParallelOldDeadWoodLimiterMean ParallelOldDeadWoodLimiterStdDev PausePadding PreTouchParallelChunkSize "
     "PretenureSizeThreshold ProcessDistributionStride ProfiledCodeHeapSize PromotedPadding QueuedAllocationWarningCount SharedBaseAddress "
     "SharedSymbolTableBucketSize SoftMaxHeapSize StartAggressiveSweepingAt StringDeduplicationAgeThreshold StringTableSize SurvivorPadding "
     "TLABAllocationWeight TLABRefillWasteFraction TLABWasteIncrement TLABWasteTargetPercent TargetPLABWastePct "
     "TenuredGenerationSizeIncrement TenuredGenerationSizeSupplement TenuredGenerationSizeSupplementDecay ThresholdTolerance "
     "TrimNativeHeapInterval TypeProfileLevel YoungGenerationSizeIncrement YoungGenerationSizeSupplement YoungGenerationSizeSupplementDecay "
     "YoungPLABSize ZMarkStackSpaceLimit ZUncommitDelay"},
    {FlagLock::kProduct, FlagType::kDouble,
     "CompileThresholdScaling EscapeAnalysisTimeout G1ConcMarkStepDurationMillis G1PeriodicGCSystemLoadThreshold "
     "SweeperThreshold ZAllocationSpikeTolerance ZCollectionInterval ZFragmentationLimit"},
    {FlagLock::kProduct, FlagType::kText,
     "AllocateHeapAt ArchiveClassesAtExit CompilationMode CompileCommandFile CompileOnly DumpLoadedClassList ExtraSharedClassListFile "
     "FlightRecorderOptions HeapDumpPath InlineDataFile MetaspaceReclaimPolicy OnOutOfMemoryError PerfDataSaveFile "
     "ReplayDataFile SharedArchiveConfigFile SharedArchiveFile SharedClassListFile ShenandoahGCHeuristics ShenandoahGCMode StartFlightRecording "
     "TraceJVMTI"},
    {FlagLock::kDiagnostic, FlagType::kSwitch,
     "AbortVMOnCompilationFailure AbortVMOnSafepointTimeout AbortVMOnVMOperationTimeout AggressiveUnboxing AllowArchivingWithJavaAgent "
     "CIPrintCompileQueue CheckIntrinsics CompilerDirectivesIgnoreCompileCommands CompilerDirectivesPrint DebugInlinedCalls DebugNonSafepoints "
     "DeferInitialCardMark DeoptimizeNMethodBarriersALot DisplayVMOutput DumpPerfMapAtExit DumpPrivateMappingsInCore DumpSharedMappingsInCore "
     "DynamicallyResizeSystemDictionaries EnableThreadSMRStatistics ExpandSubTypeCheckAtParseTime FoldStableValues ForceUnreachable "
     "G1UsePreventiveGC G1VerifyHeapRegionCodeRoots G1VerifyRSetsDuringFullGC GCParallelVerificationEnabled HandshakeALot IdealizeClearArrayNode "
     "ImplicitNullChecks IncrementalInlineForceCleanup IncrementalInlineMH IncrementalInlineVirtual InjectGCWorkerCreationFailure InlineArrayCopy "
     "InlineClassNatives InlineMathNatives InlineNIOCheckIndex InlineNatives InlineObjectCopy InlineObjectHash InlineReflectionGetCallerClass "
     "InlineThreadNatives InlineUnsafeOps IntelJccErratumMitigation LogCompilation LogEvents LogTouchedMethods LogVMOutput "
     "MetaspaceGuardAllocations MetaspaceHandleDeallocations OptimizeExpensiveOps PauseAtExit PauseAtStartup PrintAdapterHandlers PrintAssembly "
     "PrintBiasedLockingStatistics PrintCodeHeapAnalytics PrintCompilation2 PrintInlining PrintInterpreter PrintIntrinsics "
     "PrintMetaspaceStatisticsAtExit PrintMethodData PrintMethodFlushingStatistics PrintMethodHandleStubs PrintNMTStatistics PrintNMethods "
     "PrintNativeNMethods PrintOptoAssembly PrintPreciseBiasedLockingStatistics PrintPreciseRTMLockingStatistics PrintSignatureHandlers "
     "PrintStubCode PrintTouchedMethodsAtExit ProfileDynamicTypes ReduceNumberOfCompilerThreads SafepointALot SerializeVMOutput "
     "ShenandoahAllocFailureALot ShenandoahCASBarrier ShenandoahCloneBarrier ShenandoahDegeneratedGC ShenandoahElasticTLAB "
     "ShenandoahHumongousMoves ShenandoahIUBarrier ShenandoahLoadRefBarrier ShenandoahLoopOptsAfterExpansion ShenandoahNMethodBarrier "
     "ShenandoahOOMDuringEvacALot ShenandoahSATBBarrier ShenandoahSelfFixing ShenandoahStackWatermarkBarrier ShenandoahVerify "
     "ShowRegistersOnAssert SpecialArraysEquals SpecialEncodeISOArray SpecialStringCompareTo SpecialStringEquals SpecialStringIndexOf StressCCP "
     "StressCodeAging StressGCM StressIGVN StressLCM StressLdcRewrite StringDeduplicationResizeALot THPStackMitigation TraceCompilerThreads "
     "TraceSpilling TraceTypeProfile UseAESCTRIntrinsics UseAESIntrinsics UseAdler32Intrinsics UseCRC32CIntrinsics "
     "UseCRC32Intrinsics UseCharacterCompareIntrinsics UseCopySignIntrinsic UseCpuAllocPath UseDilithiumIntrinsics UseGHASHIntrinsics UseIncDec "
     "UseInlineDepthForSpeculativeTypes UseKNLSetting UseKyberIntrinsics UseLibmIntrinsic UseMD5Intrinsics UseMathExactIntrinsics "
     "UseMontgomeryMultiplyIntrinsic UseMontgomerySquareIntrinsic UseMulAddIntrinsic UseMultiplyToLenIntrinsic UseNewCode UseNewCode2 UseNewCode3 "
     "UseSHA1Intrinsics UseSHA256Intrinsics UseSHA3Intrinsics UseSHA512Intrinsics UseSignumIntrinsic UseSquareToLenIntrinsic UseSwitchProfiling "
     "UseUnalignedAccesses UseVectorMacroLogic UseVectorizedMismatchIntrinsic UseVtableBasedCHA VerifyAdapterCalls VerifyBeforeExit "
     "VerifyBeforeIteration VerifyDuringGC VerifyDuringStartup VerifyMethodHandles VerifyObjectStartArray VerifyReceiverTypes VerifyRememberedSets "
     "VerifyStringTableAtExit WhiteBoxAPI ZStressRelocateInPlace ZVerifyForwarding ZVerifyMarking ZVerifyObjects ZVerifyRoots ZVerifyViews"},
    {FlagLock::kDiagnostic, FlagType::kInteger,
     "AVX3Threshold AbortVMOnVMOperationTimeoutDelay ArchiveRelocationMode ArrayOperationPartialInlineSize AsyncDeflationInterval "
     "CompilerDirectivesLimit DiagnoseSyncOnValueBasedClasses DominatorSearchLimit EliminateAllocationFieldsLimit ErrorLogPrintCodeLimit "
     "G1SummarizeRSetStatsPeriod GuaranteedAsyncDeflationInterval GuaranteedSafepointInterval HotMethodDetectionLimit InitArrayShortSize "
     "InlineFrequencyCount MinPassesBeforeFlush MonitorDeflationMax MonitorUnlinkBatch MonitorUsedDeflationThreshold RepeatCompilation "
     "ScavengeRootsInCode ShenandoahVerifyLevel Tier0Delay TieredOldPercentage UseBootstrapCallInfo VerifyArchivedFields VerifyGCLevel"},
    {FlagLock::kDiagnostic, FlagType::kUnsigned,
     "AvgMonitorsPerThreadEstimate CodeCacheMinBlockLength GCLockerRetryAllocationCount HandshakeTimeout LogEventsBufferEntries MallocMaxTestWords "
     "NoAsyncDeflationProgressMax StressSeed StringDeduplicationHashSeed VerifyGCStartAt ZStatisticsInterval"},
    {FlagLock::kDiagnostic, FlagType::kText,
     "AbortVMOnException AbortVMOnExceptionMessage CompilerDirectivesFile ControlIntrinsic DisableIntrinsic LogFile PauseAtStartupFile "
     "PrintAssemblyOptions VerifyGCType VerifySubSet"},
    {FlagLock::kExperimental, FlagType::kSwitch,
     "AlwaysAtomicAccesses AlwaysSafeConstructors BootstrapJVMCI DisablePrimordialThreadGuardPages EagerJVMCI EnableJVMCIProduct "
     "EnableVectorAggressiveReboxing EnableVectorReboxing EnableVectorSupport EpsilonElasticTLAB EpsilonElasticTLABDecay "
     "G1EagerReclaimHumongousObjects G1EagerReclaimHumongousObjectsWithStaleRefs G1UseReferencePrecleaning JVMCICountersExcludeCompiler "
     "JVMCIPrintProperties PostLoopMultiversioning PrintBootstrap ShenandoahAlwaysClearSoftRefs ShenandoahEvacReserveOverflow "
     "ShenandoahImplicitGCInvokesConcurrent ShenandoahPacing ShenandoahRegionSampling ShenandoahSuspendibleWorkers ShenandoahUncommit "
     "TrustFinalNonStaticFields UseCriticalCompilerThreadPriority UseCriticalJavaThreadPriority UseEpsilonGC "
     "UseFastUnorderedTimeStamps UseJVMCINativeLibrary UseRTMForStackLocks UseRTMXendForLockBusy UseVectorStubs"},
    {FlagLock::kExperimental, FlagType::kInteger,
     "G1ExpandByPercentOfAvailable JVMCICounterSize JVMCIEventLogLevel JVMCIHostThreads JVMCINMethodSizeLimit JVMCIThreads JVMCITraceLevel "
     "PerMethodSpecTrapLimit RTMAbortRatio RTMAbortThreshold RTMLockingCalculationDelay RTMLockingThreshold RTMSpinLoopCount RTMTotalCountIncrRate "
     "ShenandoahHumongousThreshold ShenandoahMarkScanPrefetch ShenandoahRegionSamplingRate SpecTrapLimitExtraEntries "
     "StringDeduplicationCleanupDeadPercent TimerSlack hashCode"},
    {FlagLock::kExperimental, FlagType::kUnsigned,
     "ArrayAllocatorMallocLimit CodeCacheSegmentSize EpsilonMaxTLABSize EpsilonMinHeapExpand EpsilonPrintHeapSteps EpsilonTLABDecayTime "
     "EpsilonUpdateCountersStep G1AdaptiveIHOPNumInitialSamples G1EagerReclaimRemSetThreshold G1MaxNewSizePercent G1MixedGCLiveThresholdPercent "
     "G1NewSizePercent G1OldCSetRegionThresholdPercent G1RebuildRemSetChunkSize InlineCacheBufferSize ReferencesPerThread "
     "ShenandoahAdaptiveSampleFrequencyHz ShenandoahAdaptiveSampleSizeSeconds ShenandoahAllocSpikeFactor ShenandoahAllocationThreshold "
     "ShenandoahControlIntervalAdjustPeriod ShenandoahControlIntervalMax ShenandoahControlIntervalMin ShenandoahCriticalFreeThreshold "
     "ShenandoahEvacReserve ShenandoahFullGCThreshold ShenandoahGarbageThreshold ShenandoahGuaranteedGCInterval ShenandoahImmediateThreshold "
     "ShenandoahInitFreeThreshold ShenandoahLearningSteps ShenandoahMarkLoopStride ShenandoahMaxRegionSize ShenandoahMaxSATBBufferFlushes "
     "ShenandoahMinFreeThreshold ShenandoahMinRegionSize ShenandoahPacingCycleSlack ShenandoahPacingIdleSlack ShenandoahPacingMaxDelay "
     "ShenandoahParallelRegionStride ShenandoahRegionSize ShenandoahSATBBufferSize ShenandoahTargetNumRegions ShenandoahUncommitDelay "
     "ShenandoahUnloadClassesFrequency StringDeduplicationCleanupDeadMinimum StringDeduplicationInitialTableSize SymbolTableSize "
     "WorkStealingHardSpins WorkStealingSleepMillis WorkStealingSpinToYieldRatio WorkStealingYieldsBeforeSleep"},
    {FlagLock::kExperimental, FlagType::kDouble,
     "EpsilonTLABElasticity G1LastPLABAverageOccupancy ObjectCountCutOffPercent ShenandoahAdaptiveDecayFactor ShenandoahAdaptiveInitialConfidence "
     "ShenandoahAdaptiveInitialSpikeThreshold ShenandoahEvacWaste ShenandoahPacingSurcharge StringDeduplicationGrowTableLoad "
     "StringDeduplicationShrinkTableLoad StringDeduplicationTargetTableLoad"},
    {FlagLock::kExperimental, FlagType::kText,
     "JVMCILibDumpJNIConfig JVMCILibPath"},
    {FlagLock::kDevelop, FlagType::kSwitch,
     "AdaptiveSizePolicyReadyThreshold AlwaysIncrementalInline AssertRangeCheckElimination BailoutAfterHIR BailoutAfterLIR "
     "BailoutOnExceptionHandlers BailoutToInterpreterForThrows BciProfileWidth BinarySwitchThreshold C1Breakpoint CIBreakAt CIBreakAtOSR "
     "CICompileNatives CICompileOSR CICountOSR CIPrintCompilerName CIPrintMethodCodes CIPrintRequests CIPrintTypeFlow CIStart CIStartOSR CIStop "
     "CIStopOSR CITimeEach CITimeVerbose CITraceTypeFlow CSEArrayLength CanonicalizeNodes CheckUnhandledOops CheckZapUnusedHeapArea "
     "CodeCacheMinimumUseSpace CodeEntryAlignment CommentedAssembly CompressedClassSpaceBaseAddress ComputeExactFPURegisterUsage "
     "ConcGCYieldTimeout ConvertCmpD2CmpF ConvertFloat2IntClipping CountCompiledCalls CountLinearScan CounterDecayMinIntervalLength "
     "CounterHalfLifeTime DebugDeoptimization DebugVtables DelayThreadStartALot DeoptC1 DeoptimizeALot DeoptimizeObjectsALot "
     "DeoptimizeObjectsALotInterval DeoptimizeObjectsALotThreadCountAll DeoptimizeObjectsALotThreadCountSingle DeoptimizeRandom DoCEE "
     "DontYieldALotInterval EagerInitialization EliminateBlocks EliminateFieldAccess EliminateNullChecks ErrorHandlerTest "
     "ExitEscapeAnalysisOnTimeout FLSVerifyDictionary FastAllocateSizeLimit FreqCountInvocations FullGCALot G1DummyRegionsPerGC "
     "G1EvacuationFailureALotCount G1EvacuationFailureALotDuringConcMark G1EvacuationFailureALotDuringConcurrentStart "
     "G1EvacuationFailureALotDuringMixedGC G1EvacuationFailureALotDuringYoungGC G1EvacuationFailureALotInterval G1ExitOnExpansionFailure "
     "G1MaxVerifyFailures G1RSetRegionEntriesBase G1RSetSparseRegionEntriesBase G1SATBProcessCompletedThreshold G1VerifyBitmaps G1VerifyCTCleanup "
     "GCExpandToAllocateDelayMillis GCOverheadLimitThreshold GenerateArrayStoreCheck GenerateRangeChecks GenerateSynchronizationCode "
     "HugeMethodLimit IEEEPrecision ImplicitDiv0Checks ImplicitNullCheckThreshold InjectCompilerCreationFailure InlineAccessors "
     "InlineFrequencyRatio InlineIntrinsics InlineMethodsWithExceptionHandlers InlineThrowCount InlineThrowMaxSize InstallMethods "
     "InstructionCountCutoff InterceptOSException JVMCIUseFastLocking JVMInvokeMethodSlack LIRTraceExecution LIRTracePeephole "
     "LargePagesIndividualAllocationInjectError LoadLineNumberTables LoadLocalVariableTables LoadLocalVariableTypeTables MallocCatchPtr "
     "MaxForceInlineLevel MaxVirtMemFraction MetadataAllocationFailALot MetadataAllocationFailALotInterval MethodHistogramCutoff "
     "MinOopMapAllocation MonomorphicArrayCheck NestedInliningSizeRatio NewCodeParameter OSROnlyBCI ObjArrayMarkingStride OptimizeIfOps "
     "OptimizeUnsafes OptoBlockListSize OptoBreakpoint OptoCoalesce OptoNodeListSize OptoPeepholeAt OptoPrologueNops "
     "PSAdaptiveSizePolicyResizeVirtualSpaceAlot PatchALot PinAllInstructions PoisonOSREntry PreallocatedOutOfMemoryErrorCount PrintBailouts "
     "PrintBlockElimination PrintBytecodeHistogram PrintBytecodePairHistogram PrintCEE PrintCFGBlockFreq PrintCFGToFile PrintCanonicalization "
     "PrintCodeCache2 PrintCodeCacheExtension PrintDebugInfo PrintDeoptimizationDetails PrintDependencies PrintDominators PrintExceptionHandlers "
     "PrintLIR PrintMethodFlushing PrintMiscellaneous PrintNotLoaded PrintNullCheckElimination PrintRelocations PrintUnsafeOptimization "
     "PrintValueNumbering ProfileTraps PromotionFailureALotCount PromotionFailureALotInterval RegisterCostAreaRatio RegisterReferences "
     "RenumberLiveNodes ReplayCompiles ReplayIgnoreInitErrors ReplaySuppressInitializers SelectivePhiFunctions ShenandoahVerifyOptoBarriers "
     "SoftMatchFailure StackPrintLimit StopInterpreterAt StressArrayCopyMacroNode StressCodeBuffers StressCompiledExceptionHandlers "
     "StressLinearScan StressLongCountedLoop StressLoopInvariantCodeMotion StressMethodHandleLinkerInlining StressRangeCheckElimination "
     "StressRecompilation StressReflectiveCode StressRewriter SubsumeLoads SuperWordRTDepCheck TestCrashInErrorHandler TestSafeFetchInErrorHandler "
     "TestUnresponsiveErrorHandler TimeEachLinearScan TimeOopMap TimeOopMap2 "
     "TraceBytecodes TraceBytecodesAt TraceCallFixup TraceCompiledIC TraceCreateZombies TraceDeoptimization TraceDependencies TraceDerivedPointers "
     "TraceFPURegisterUsage TraceFPUStack TraceFinalizerRegistration TraceFrequencyInlining TraceICBuffer TraceICs TraceInlineCacheClearing "
     "TraceIterativeGVN TraceJavaAssertions TraceLinearScanLevel TraceLivenessGen TraceLoopLimitCheck TraceLoopOpts TraceLoopPredicate "
     "TraceMemoryWriteback TraceMethodReplacement TraceNewOopMapGeneration TraceNewOopMapGenerationDetailed TraceOopMapRewrites TraceOptimizeFill "
     "TraceOptimizedUpcallStubs TraceOptoParse TracePatching TracePcPatching TracePostallocExpand TracePredicateFailedTraps "
     "TraceRangeCheckElimination TraceRangeLimitCheck TraceRelocator TwoOperandLIRForm TypeProfileCasts UncommonNullCast "
     "UnrollLimitForProfileCheck UseC1Optimizations UseCHA UseCISCSpill UseFastNewInstance UseFastNewObjectArray UseFastNewTypeArray "
     "UseFastSignatureHandlers UseGlobalValueNumbering UseLocalValueNumbering UseMallocOnly UsePrivilegedStack UseSlowPath UseTableRanges "
     "UseUniqueSubclasses VerifyActivationFrameSize VerifyAdapterSharing VerifyAliases VerifyCrossModifyFence VerifyDataPointer VerifyDependencies "
     "VerifyFPU VerifyIterativeGVN VerifyJNIFields VerifyMetaspaceInterval VerifyOops VerifyStack VerifyStackAtCalls VerifyThread WizardMode ZapFillerObjects "
     "ZapResourceArea ZapTLAB"},
    {FlagLock::kNotProduct, FlagType::kSwitch,
     "BreakAtNode CICrashAt CIObjectFactoryVerify CheckCompressedOops CollectIndexSetStatistics CrashGCForDumpingJavaThread DeoptimizeALotInterval "
     "DeoptimizeOnlyAt EnableJVMTIStackDepthAsserts ExitOnFullCodeCache FullGCALotDummies FullGCALotInterval FullGCALotStart "
     "G1EvacuationFailureALot GCALotAtAllSafepoints ICMissHistogram IndexSetWatch LogSweeper MaxElementPrintSize MaxSubklassPrintSize "
     "OptoBreakpointC2R OptoBreakpointOSR OptoNoExecute PrintC1Statistics PrintCFG PrintCFG0 PrintCFG1 PrintCFG2 PrintClassLoaderDataGraphAtExit "
     "PrintEliminateAllocations PrintEliminateLocks PrintEscapeAnalysis PrintFieldLayout PrintFlagsWithComments PrintFrameConverterAssembly "
     "PrintIR PrintIR0 PrintIR1 PrintIR2 PrintIRDuringConstruction PrintIRWithLIR PrintIdeal PrintIdealGraph PrintIdealGraphAddress "
     "PrintIdealGraphFile PrintIdealGraphLevel PrintIdealGraphPort PrintIdealIndentThreshold PrintIdealNodeCount PrintInitialBlockList "
     "PrintLIRWithAssembly PrintNMethodStatistics PrintOptimizePtrCompare PrintOptimizeStringConcat PrintOpto "
     "PrintOptoInlining PrintOptoPeephole PrintOptoStatistics PrintParseStatistics PrintPhiFunctions PrintRewrites PrintSimpleStubs "
     "PrintSymbolTableSizeHistogram PrintSystemDictionaryAtExit PrintVtableStats PromotionFailureALot ScavengeALot ScavengeALotInterval "
     "SuppressErrorAt SweeperLogEntries TraceCISCSpill TraceCodeBlobStacks TraceInvocationCounterOverflow TraceLivenessQuery TraceLoopUnswitching "
     "TraceNewVectors TraceOnStackReplacement TraceOptoOutput TraceOptoPipelining TracePartialPeeling TracePhaseCCP TraceProfileTripCount "
     "TraceSuperWord TraceSuperWordLoopUnrollAnalysis UseDebuggerErgo UseDebuggerErgo1 UseDebuggerErgo2 VerifyCodeCache VerifyConnectionGraph "
     "VerifyDUIterators VerifyGraphEdges VerifyHashTableKeys VerifyIdealNodeCount VerifyJNIEnvThread VerifyLastFrame VerifyLoopOptimizations "
     "VerifyRegisterAllocator WalkStackALot ZapStackSegments ZapVMHandleArea ZombieALot ZombieALotInterval"},
};

// The part of their letter pairs that two names share.
double likeness(std::string_view first, std::string_view second) {
  int hits = 0;
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    hits += second.find(first.substr(i, 2)) != std::string_view::npos ? 1 : 0;
  }
  return 2.0 * hits / static_cast<double>(first.size() + second.size());
}

}  // namespace

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) {
      return true;
    }
  }
  return false;
}

std::optional<KnownFlag> find_known_flag(std::string_view name) {
  for (const Group& group : kGroups) {
    if (!name.empty() && has_word(group.names, name)) {
      return KnownFlag{group.lock, group.type};
    }
  }
  return std::nullopt;
}

std::string deprecation_of(std::string_view name) {
  struct Row {
    const char* version;
    std::string_view names;
    const char* instead = nullptr;  // the flag that a name is an old one of
  };
  static constexpr Row kRows[] = {
      {"8.0", "MaxGCMinorPauseMillis"},
      {"8.0", "DefaultMaxRAMFraction", "MaxRAMFraction"},
      {"9.0", "CreateMinidumpOnCrash", "CreateCoredumpOnCrash"},
      {"10.0", "InitialRAMFraction MaxRAMFraction MinRAMFraction"},
      {"12.0", "TLABStats"},
      {"13.0", "AllowRedefinitionToAddDeleteMethods FlightRecorder"},
      {"15.0",
       "BiasedLockingBulkRebiasThreshold BiasedLockingBulkRevokeThreshold BiasedLockingDecayTime BiasedLockingStartupDelay "
       "PrintBiasedLockingStatistics PrintPreciseBiasedLockingStatistics UseBiasedLocking UseOptoBiasInlining"},
      {"16.0", "CriticalJNINatives"},
      {"17.0", "AlwaysLockClassLoader"},
  };
  for (const Row& row : kRows) {
    if (has_word(row.names, name)) {
      const std::string advice = row.instead == nullptr ? std::string() : " Use option " + std::string(row.instead) + " instead.";
      return "Option " + std::string(name) + " was deprecated in version " + row.version + " and will likely be removed in a future release." + advice;
    }
  }
  return {};
}

void FlagGuess::consider(std::string_view known, bool is_switch) {
  const double value = likeness(known, name_);
  if (value > best_) {
    best_ = value;
    text_ = is_switch ? "(+/-)" + std::string(known) : std::string(known) + "=<value>";
  }
}

void FlagGuess::consider_known_flags() {
  for (const Group& group : kGroups) {
    std::string_view rest = group.names;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      consider(rest.substr(0, end), group.type == FlagType::kSwitch);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

}  // namespace minijvm::vm
