//===- Process.cpp - A program that runs for a call -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace banklint::mcp;
using namespace banklint::rpc;

static llvm::Error failure(const llvm::Twine &What) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()), What);
}

/// A file in memory that reads as \p Text; -1 if there can be none.
static int fileWith(llvm::StringRef Text) {
  const int File = ::memfd_create("banklint", MFD_CLOEXEC);
  if (File >= 0 && (!writeAll(File, Text) || ::lseek(File, 0, SEEK_SET) != 0)) {
    ::close(File);
    return -1;
  }
  return File;
}

/// What the new process does before it is the program. Nothing here allocates.
[[noreturn]] static void become(const char *Program, char *const *Arguments,
                                const int (&Streams)[3], int64_t MiB) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int I : {0, 1, 2})
    ::dup2(Streams[I], I);
  limitMemory(MiB);
  // The server ignores it; a signal that is ignored stays so.
  ::signal(SIGPIPE, SIG_DFL);
  ::execv(Program, Arguments);
  ::_exit(127);
}

llvm::Expected<std::unique_ptr<Process>>
Process::start(const std::string &Program, const Command &Of, int64_t MiB) {
  std::unique_ptr<Process> Result(new Process);
  for (const Pipe &Each : Result->Pipes)
    if (Each.Ends[1] < 0)
      return failure("cannot make a pipe");
  const int Input = fileWith(Of.Input);
  if (Input < 0)
    return failure("cannot keep the source");
  std::vector<std::string> Texts = Of.Arguments;
  Texts.insert(Texts.begin(), Program);
  std::vector<char *> Arguments;
  for (std::string &Each : Texts)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  const int Streams[3] = {Input, Result->Pipes[0].Ends[1],
                          Result->Pipes[1].Ends[1]};
  Result->Id = ::fork();
  if (Result->Id == 0)
    become(Program.c_str(), Arguments.data(), Streams, MiB);
  ::close(Input);
  for (Pipe &Each : Result->Pipes)
    Each.closeEnd(1);
  if (Result->Id < 0)
    return failure("cannot start a process");
  return Result;
}

Process::~Process() {
  kill();
  status();
}

void Process::kill() {
  if (Id > 0)
    ::kill(Id, SIGKILL);
}

void Process::read(unsigned Stream) {
  const std::string Bytes = readSome(fd(Stream));
  if (Bytes.empty())
    Pipes[Stream].closeEnd(0);
  std::string &Text = Texts[Stream];
  const size_t Room = MaxOutputBytes - std::min(Text.size(), MaxOutputBytes);
  Text.append(Bytes, 0, Room);
  Dropped[Stream] += llvm::StringRef(Bytes)
                         .drop_front(std::min(Room, Bytes.size()))
                         .count('\n');
}

std::optional<int> Process::status() {
  if (Id <= 0)
    return std::nullopt;
  int Status = 0;
  while (::waitpid(Id, &Status, 0) < 0 && errno == EINTR)
    ;
  Id = -1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status);
}
