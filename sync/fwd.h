// Forward declarations of sync's types, for headers that need no more than their names.
#pragma once

#include <cstdint>

namespace minijvm::sync {

enum class Clock : std::uint8_t;
enum class ThreadState : std::uint32_t;
enum class LockRank : std::uint16_t;
enum class RunEnd : std::uint8_t;
enum class MonitorResult : std::uint8_t;

class CondVar;
class Coroutine;
class DeterministicRun;
class ExecEnv;
class HandshakeOperation;
class LockTarget;
class Lwp;
class LwpPool;
class MultiUseWord;
class Mutex;
class NoSafepoint;
class Parker;
class SafepointOperation;
class ThreadModel;
struct LockRecord;
struct Place;
struct UserThread;
template <Clock kClock>
class DeadlineOn;
template <class T>
class ExecEnvPool;

}  // namespace minijvm::sync
