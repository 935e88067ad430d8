//===- Workers.cpp - Tasks in processes of their own ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/Workers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <list>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace banklint;

/// By which a worker says that it could not get more memory.
static constexpr int OutOfMemoryStatus = 86;
/// By which it says that nobody listens.
static constexpr int NotHeardStatus = 87;
/// By which it says that it cannot open files.
static constexpr int NoFilesStatus = 88;
/// Files that a worker needs to have open at the same time, and some more.
static constexpr int FilesOfWorker = 16;
/// How often a worker is tried that the machine lets nobody start, once a
/// second.
static constexpr int MostStarts = 5;

namespace {

using Clock = std::chrono::steady_clock;

struct Worker {
  size_t Index;
  pid_t Process;
  /// Where its output comes from.
  int Pipe;
  Clock::time_point Start = Clock::now();
  bool IsOutOfTime = false;
  WorkerResult Result;
};

class WorkerRun {
public:
  WorkerRun(unsigned Jobs, const WorkerLimits &Limits, const WorkerCalls &Calls,
            InterruptGuard &Signals)
      : Jobs(Jobs), Limits(Limits), Calls(Calls), Signals(Signals) {}

  int run(size_t Count);

private:
  bool start(size_t Index);
  bool startOrWait(size_t Index);
  [[noreturn]] void work(size_t Index, int Pipe);
  void readAll(Worker &W);
  void finish(Worker &W);
  void endLate();
  void killAll();

  const unsigned Jobs;
  const WorkerLimits &Limits;
  const WorkerCalls &Calls;
  InterruptGuard &Signals;
  std::list<Worker> Running;
  /// Why the last one could not be started.
  std::string Problem;
  /// One could not be started however long it waited.
  bool HasGivenUp = false;
};

} // namespace

static constexpr int Held[] = {SIGINT, SIGTERM};
static volatile std::sig_atomic_t Interrupted = 0;

static void noteInterrupt(int Signal) { Interrupted = Signal; }

InterruptGuard::InterruptGuard() {
  Interrupted = 0;
  sigset_t Mask;
  sigemptyset(&Mask);
  struct sigaction Handler = {};
  Handler.sa_handler = noteInterrupt;
  for (auto [I, Signal] : llvm::enumerate(Held)) {
    sigaddset(&Mask, Signal);
    sigaction(Signal, &Handler, &OldHandlers[I]);
  }
  Handler.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &Handler, &OldHandlers[2]);
  sigprocmask(SIG_BLOCK, &Mask, &OldMask);
}

void InterruptGuard::restore() {
  for (auto [I, Signal] : llvm::enumerate(Held))
    sigaction(Signal, &OldHandlers[I], nullptr);
  sigaction(SIGCHLD, &OldHandlers[2], nullptr);
  sigprocmask(SIG_SETMASK, &OldMask, nullptr);
}

void InterruptGuard::wait(llvm::MutableArrayRef<pollfd> Pipes) const {
  const timespec Second = {1, 0};
  ppoll(Pipes.data(), Pipes.size(), &Second, &OldMask);
}

int InterruptGuard::signal() const {
  const timespec Now = {0, 0};
  ppoll(nullptr, 0, &Now, &OldMask);
  return Interrupted;
}

[[noreturn]] static void endOutOfMemory() { _exit(OutOfMemoryStatus); }

/// A crash is told by the status; what it prints belongs to no report.
static void silence() {
  if (const int Null = open("/dev/null", O_RDWR); Null >= 0)
    for (int Standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      dup2(Null, Standard);
}

/// Clang takes headers that cannot be opened for missing ones, so that this has
/// to be known before.
static void endWithoutFiles(int AnyFile) {
  int Spare[FilesOfWorker];
  for (int &Each : Spare)
    if ((Each = dup(AnyFile)) < 0)
      _exit(NoFilesStatus);
  for (int Each : Spare)
    close(Each);
}

/// What the limit of memory counts and this process has: its parent's, too.
static rlim_t usedMemory() {
  std::ifstream Pages("/proc/self/statm");
  rlim_t Size = 0, Resident, Shared, Text, Libraries, Data = 0;
  Pages >> Size >> Resident >> Shared >> Text >> Libraries >> Data;
  return Data * sysconf(_SC_PAGESIZE);
}

/// What the new process does.
void WorkerRun::work(size_t Index, int Pipe) {
  Signals.restore();
  std::signal(SIGINT, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const Worker &Other : Running)
    close(Other.Pipe);
  silence();
  endWithoutFiles(Pipe);
  if (Limits.Memory) {
    const rlim_t Most = usedMemory() + Limits.Memory;
    const rlimit Memory = {Most, Most};
    setrlimit(RLIMIT_DATA, &Memory);
  }
  if (const rlim_t Seconds = Limits.Time.count()) {
    const rlimit Time = {Seconds, Seconds + 5};
    setrlimit(RLIMIT_CPU, &Time);
    std::signal(SIGXCPU, SIG_DFL);
  }
  std::set_new_handler(endOutOfMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endOutOfMemory(); });
  llvm::raw_fd_ostream OS(Pipe, /*shouldClose=*/false);
  Calls.Task(Index, OS);
  OS.flush();
  const bool IsHeard = !OS.has_error();
  OS.clear_error();
  // Threads that were given up may still run.
  _exit(IsHeard ? 0 : NotHeardStatus);
}

/// False, with Problem, if the machine has too little of something.
bool WorkerRun::start(size_t Index) {
  int Pipe[2];
  const auto Fail = [this](llvm::StringRef What) {
    Problem = (llvm::Twine(What) + ": " + std::strerror(errno)).str();
    return false;
  };
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return Fail("cannot create a pipe");
  const pid_t Process = fork();
  if (Process == 0) {
    close(Pipe[0]);
    work(Index, Pipe[1]);
  }
  if (Process < 0) {
    Fail("cannot create a process");
    close(Pipe[0]);
    close(Pipe[1]);
    return false;
  }
  close(Pipe[1]);
  fcntl(Pipe[0], F_SETFL, O_NONBLOCK);
  Running.push_back({Index, Process, Pipe[0], Clock::now(), false, {}});
  return true;
}

/// Starts a worker if possible; false if it has to wait for the end of another
/// one. If there is no other and the machine stays as it is, it fails.
bool WorkerRun::startOrWait(size_t Index) {
  const int Most = HasGivenUp ? 1 : MostStarts;
  for (int Starts = 0; Starts != Most && !Interrupted; ++Starts) {
    if (start(Index))
      return true;
    if (!Running.empty())
      return false;
    Signals.wait({});
  }
  if (Interrupted)
    return false;
  HasGivenUp = true;
  WorkerResult Result;
  Result.Detail = Problem;
  Calls.OnEnd(Index, std::move(Result));
  return true;
}

/// Takes what \p W has written; closes the pipe at its end.
void WorkerRun::readAll(Worker &W) {
  char Buffer[1 << 16];
  while (W.Pipe >= 0) {
    const ssize_t Read = read(W.Pipe, Buffer, sizeof(Buffer));
    if (Read > 0) {
      W.Result.Output.append(Buffer, Read);
    } else if (Read == 0 || (errno != EAGAIN && errno != EINTR)) {
      close(W.Pipe);
      W.Pipe = -1;
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

/// How a worker with that status ended.
static WorkerEnd endOf(int Status, bool IsOutOfTime, std::string &Detail) {
  if (IsOutOfTime)
    return WorkerEnd::OutOfTime;
  if (WIFEXITED(Status)) {
    if (WEXITSTATUS(Status) == 0)
      return WorkerEnd::Finished;
    if (WEXITSTATUS(Status) == OutOfMemoryStatus)
      return WorkerEnd::OutOfMemory;
    if (WEXITSTATUS(Status) == NoFilesStatus) {
      Detail = "it cannot open files";
      return WorkerEnd::NotStarted;
    }
    Detail = "exit status " + std::to_string(WEXITSTATUS(Status));
    return WorkerEnd::Crashed;
  }
  const int Signal = WTERMSIG(Status);
  if (Signal == SIGXCPU)
    return WorkerEnd::OutOfTime;
  if (Signal == SIGKILL || Signal == SIGTERM)
    return WorkerEnd::Killed;
  Detail = strsignal(Signal);
  return WorkerEnd::Crashed;
}

void WorkerRun::finish(Worker &W) {
  int Status = 0;
  rusage Used = {};
  while (wait4(W.Process, &Status, 0, &Used) < 0 && errno == EINTR)
    ;
  WorkerResult &Result = W.Result;
  Result.End = endOf(Status, W.IsOutOfTime, Result.Detail);
  Result.PeakMemory = static_cast<uint64_t>(Used.ru_maxrss) * 1024;
  Calls.OnEnd(W.Index, std::move(Result));
}

/// Ends the workers that take too long by the clock: they wait for something.
void WorkerRun::endLate() {
  if (Limits.Time.count() == 0)
    return;
  for (Worker &W : Running)
    if (Clock::now() - W.Start > 10 * Limits.Time && !W.IsOutOfTime) {
      W.IsOutOfTime = true;
      kill(W.Process, SIGKILL);
    }
}

void WorkerRun::killAll() {
  for (Worker &W : Running) {
    kill(W.Process, SIGKILL);
    close(W.Pipe);
    while (waitpid(W.Process, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
}

int WorkerRun::run(size_t Count) {
  size_t Next = 0;
  while (Next != Count || !Running.empty()) {
    while (Next != Count && Running.size() < Jobs && !Interrupted &&
           startOrWait(Next))
      ++Next;
    std::vector<pollfd> Pipes;
    for (const Worker &W : Running)
      Pipes.push_back({W.Pipe, POLLIN, 0});
    Signals.wait(Pipes);
    if (Interrupted) {
      killAll();
      return Interrupted;
    }
    for (auto W = Running.begin(); W != Running.end();) {
      readAll(*W);
      const auto This = W++;
      if (This->Pipe >= 0)
        continue;
      finish(*This);
      Running.erase(This);
    }
    endLate();
    Calls.OnTick();
  }
  return 0;
}

int banklint::runWorkers(size_t Count, unsigned Jobs,
                         const WorkerLimits &Limits, const WorkerCalls &Calls,
                         InterruptGuard &Interrupts) {
  return WorkerRun(Jobs, Limits, Calls, Interrupts).run(Count);
}
