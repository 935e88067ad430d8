//===- SampleReports.cpp - Reports for tests of their writers -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleReports.h"
#include "../Checks/SourceText.h"

using namespace banklint;
using namespace banklint::test;

static const Architecture &sm90() { return *findArchitecture("sm_90"); }

static const SourceText Column{
    "column.cu", "__global__ void column(float *out, int n) {\n"
                 "  __shared__ float tile[32][32];\n"
                 "  tile[threadIdx.y][threadIdx.x] = n;\n"
                 "  out[n] = tile[threadIdx.x][threadIdx.y];\n"
                 "}\n"
                 "void run() { column<<<8, dim3(32, 32)>>>(p, 256); }\n"};

static const SourceText Mixed{
    "größe/mixed.cu",
    "template <int PAD>\n"
    "__global__ void wide(unsigned long long n, bool b, float *) {\n"
    "\t__shared__ double tile[32][WIDTH];\n"
    "\textern __shared__ int bins[];\n"
    "\t/* Größe 幅 */\tsum += tile[threadIdx.x][0];\n"
    "\tif (b) bins[keys[threadIdx.x]] += 1;\n"
    "\tatomicAdd(&bins[0], n);\n"
    "}\n"};

std::optional<std::string> test::sampleLine(llvm::StringRef File,
                                            unsigned Line) {
  for (const SourceText *Source : {&Column, &Mixed})
    if (Source->File == File)
      return Source->line(Line);
  return std::nullopt;
}

static std::string samplePath(llvm::StringRef Name) {
  return Name.starts_with("/") ? Name.str() : "/src dir/" + Name.str();
}

static std::optional<llvm::StringRef> sampleText(llvm::StringRef Name) {
  for (const SourceText *Source : {&Column, &Mixed})
    if (Source->File == Name)
      return Source->Text;
  return std::nullopt;
}

SourceFiles test::sampleFiles() { return {"/src dir", samplePath, sampleText}; }

WarpRequest
test::requestOf(MemoryOperation Op, unsigned Bytes,
                llvm::function_ref<uint64_t(unsigned Lane)> Address) {
  WarpRequest Request;
  Request.Op = Op;
  Request.Bytes = Bytes;
  Request.Active = LaneMask::all();
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Request.Address[Lane] = Address(Lane);
  return Request;
}

Witness test::witnessOf(const WarpRequest &Request) {
  Witness W;
  W.Request = Request;
  W.Maps = bankMaps(sm90(), Request);
  return W;
}

static Access accessOf(MemoryOperation Op, unsigned Bytes, unsigned Array,
                       SourceSpan Span) {
  Access A;
  A.Op = Op;
  A.Bytes = Bytes;
  A.Array = Array;
  A.Span = Span;
  return A;
}

static Verdict verdictOf(unsigned Access, Certainty Result,
                         const WarpRequest &Request) {
  Verdict V;
  V.Access = Access;
  V.Result = Result;
  V.Worst = costOf(sm90(), Request);
  V.WorstRequest = witnessOf(Request);
  return V;
}

static Verdict unknownVerdict(unsigned Access, Reason Why) {
  Verdict V;
  V.Access = Access;
  V.Why = Why;
  return V;
}

static SharedArray arrayOf(llvm::StringRef Name, unsigned ElementBytes,
                           std::vector<uint64_t> Extents) {
  SharedArray Array;
  Array.Name = Name.str();
  Array.ElementBytes = ElementBytes;
  Array.Alignment = ElementBytes;
  for (uint64_t Elements : Extents)
    Array.Extents.push_back({Elements, {}, ""});
  Array.IsDynamic = Extents.front() == 0;
  return Array;
}

Report test::emptyReport() {
  Report R;
  R.Version = "1.2.3";
  R.Arch = &sm90();
  return R;
}

Report test::columnReport() {
  Report R = emptyReport();
  FileReport File;
  File.File = Column.File;
  File.CudaHeaders = "builtin";
  File.Seconds = 0.03125;
  R.Files.push_back(File);

  KernelReport Kernel;
  KernelProgram &P = Kernel.Program;
  P.Name = "column";
  P.Files = {Column.File};
  P.Span = Column.span("column");
  P.Parameters = {{"out", {0, false}}, {"n", I32}};
  P.Arrays.push_back(arrayOf("tile", 4, {32, 32}));
  P.Accesses.push_back(accessOf(MemoryOperation::Store, 4, 0,
                                Column.span("tile[threadIdx.y][threadIdx.x]")));
  P.Accesses.push_back(accessOf(MemoryOperation::Load, 4, 0,
                                Column.span("tile[threadIdx.x][threadIdx.y]")));
  LaunchSite Site;
  Site.File = Column.File;
  Site.Span = Column.span("column<<<8, dim3(32, 32)>>>(p, 256)");
  P.Launches.push_back(Site);

  LaunchReport Launch;
  Launch.Launch.Config = {{32, 32, 1}, Dim3{8, 1, 1}, {ArgumentValue(), 256}};
  Launch.Launch.Origin = LaunchOrigin::LaunchSite;
  Launch.Launch.Site = 0;
  Launch.Launch.Config.DynamicBytes = 0;
  Verdict Store = verdictOf(
      0, Certainty::Exact,
      requestOf(MemoryOperation::Store, 4, [](unsigned L) { return 4 * L; }));
  Store.BlockTotal = Totals{32, 32, 32};
  Verdict Load = verdictOf(
      1, Certainty::Exact,
      requestOf(MemoryOperation::Load, 4, [](unsigned L) { return 128 * L; }));
  Load.BlockTotal = Totals{32, 1024, 32};
  Launch.Verdicts = {Store, Load};
  Kernel.Launches.push_back(Launch);
  R.Kernels.push_back(Kernel);

  Finding F;
  F.Check = "shared-bank-conflict";
  F.At = Column.place("tile[threadIdx.x][threadIdx.y]");
  F.Message = "load takes 32 wavefronts instead of 1";
  F.Notes.push_back({Column.place("tile"), "'tile' is declared here", 0});
  F.Notes.push_back({Column.place("column<<<"), "for the launch here"});
  SourceSpan Last = Column.span("32", 1);
  F.Fixes.push_back({"pad the last extent to 33",
                     FixSafety::Automatic,
                     "every use of 'tile' is understood",
                     {{Column.File, Last.Offset, Last.Length, "33"}}});
  F.Fixes.back().SavedWavefronts = 992;
  F.Worst = Load.WorstRequest;
  F.Cost = Load.Worst;
  F.Cause.emplace();
  F.Cause->Cost = {1024, 32, /*IsPerBlock=*/true, /*MayBe=*/false,
                   /*IsBound=*/false};
  F.Launch = FindingLaunch{"column",
                           {32, 32, 1},
                           Dim3{8, 1, 1},
                           LaunchOrigin::LaunchSite,
                           Column.place("column<<<")};
  R.Findings.push_back(F);
  return R;
}

Report test::mapsReport() {
  Report R = columnReport();
  Finding &F = R.Findings.front();
  const auto Round = [](unsigned Warp, int64_t I, const WarpRequest &Request) {
    MapRound Result{witnessOf(Request), costOf(sm90(), Request)};
    Result.Of.Warp = Warp;
    Result.Of.Loops = {{"i", I}, {"größe", -1}};
    return Result;
  };
  const WarpRequest Column = F.Worst->Request;
  const WarpRequest Padded =
      requestOf(MemoryOperation::Load, 4, [](unsigned L) { return 132 * L; });
  // Two parts, a lane that is not there, and lanes one by one.
  WarpRequest Wide =
      requestOf(MemoryOperation::Load, 8, [](unsigned L) { return 8 * L; });
  Wide.Active = LaneMask(0x7fffffff);
  const WarpRequest Single =
      requestOf(MemoryOperation::Atomic, 4, [](unsigned) { return 0; });
  F.Maps = {{"as written",
             std::nullopt,
             {Round(0, 0, Column), Round(0, 1, Wide), Round(3, -2, Column)}},
            {"with the fix: pad",
             0,
             {Round(0, 0, Padded), Round(0, 1, Wide), Round(3, -2, Single)}}};
  Finding Faulty;
  Faulty.Check = "shared-out-of-bounds";
  Faulty.At = F.At;
  Faulty.Message = "without maps";
  R.Suppressed.push_back(Faulty);
  R.Suppressed.back().SuppressedBy =
      Suppression{SuppressionKind::Baseline, {}, ""};
  return R;
}

static KernelReport mixedKernel() {
  KernelReport Kernel;
  KernelProgram &P = Kernel.Program;
  P.Name = "wide<1>";
  P.Files = {Mixed.File};
  P.Span = Mixed.span("wide");
  P.Parameters = {{"n", U64}, {"b", BoolType}, {"", {0, false}}};
  P.Arrays.push_back(arrayOf("flag", 1, {3}));
  P.Arrays.push_back(arrayOf("tile", 8, {32, 32}));
  P.Arrays.push_back(arrayOf("bins", 4, {0}));
  // Not in the order of the source, and two of one place.
  P.Accesses.push_back(
      accessOf(MemoryOperation::AtomicCount, 4, 2, Mixed.span("bins[0]")));
  P.Accesses.push_back(accessOf(MemoryOperation::Load, 8, 1,
                                Mixed.span("tile[threadIdx.x][0]")));
  SourceSpan Bin = Mixed.span("bins[keys[threadIdx.x]]");
  P.Accesses.push_back(accessOf(MemoryOperation::Store, 4, 2, Bin));
  P.Accesses.push_back(accessOf(MemoryOperation::Load, 4, 2, Bin));
  P.Accesses.back().Pieces = 3;
  P.Accesses.back().Array = std::nullopt;

  auto ColumnRequest =
      requestOf(MemoryOperation::Load, 8, [](unsigned L) { return 256 * L; });
  auto Broadcast =
      requestOf(MemoryOperation::AtomicCount, 4, [](unsigned) { return 0; });
  Verdict Bound = verdictOf(1, Certainty::UpperBound, ColumnRequest);
  Bound.Why = Reason{ReasonCode::UnknownCondition, "'b' is not known"};
  Verdict Depends = verdictOf(0, Certainty::Depends, Broadcast);
  Depends.Condition = "n odd: 1 wavefront";

  LaunchReport Assumed;
  Assumed.Launch.Config.Block = {256, 1, 1};
  Assumed.Verdicts = {
      Depends, Bound,
      unknownVerdict(2, {ReasonCode::DataDependentIndex, "loaded from 'keys'"}),
      unknownVerdict(3, {ReasonCode::Budget, ""})};
  LaunchReport Given = Assumed;
  Given.Launch.Config = {{512, 1, 1}, std::nullopt, {-1, 1, 7}};
  Given.Launch.Origin = LaunchOrigin::Option;
  Given.Launch.Config.DynamicBytes = 4096;
  Given.Verdicts.resize(3);
  Kernel.Launches = {Assumed, Given};
  return Kernel;
}

Report test::mixedReport() {
  Report R = columnReport();
  R.Arch = findArchitecture("sm_80");
  FileReport File;
  File.File = Mixed.File;
  File.ParseErrors = 3;
  File.ParseErrorTexts = {"unknown type name 'half8'"};
  File.MissingHeaders = {"cutlass/half.h", "größe.h"};
  File.CudaHeaders = "toolkit";
  R.Files.push_back(File);
  FileReport Host;
  Host.File = "host.cu";
  Host.Status = FileStatus::NoSharedMemory;
  Host.WasScanned = true;
  Host.CudaHeaders = "builtin";
  R.Files.push_back(Host);
  FileReport Broken;
  Broken.File = "\xFF.cu";
  Broken.Status = FileStatus::Failed;
  Broken.FailureReason = "no such file";
  R.Files.push_back(Broken);
  R.Kernels.push_back(mixedKernel());

  const Verdict &Bound = R.Kernels.back().Launches.front().Verdicts[1];
  Finding F;
  F.Check = "shared-bank-conflict";
  F.Level = Severity::Error;
  F.At = Mixed.place("tile[threadIdx.x][0]");
  F.Message = "load of \"tile\" takes up to 32 wavefronts";
  F.OtherPlaces = {Mixed.place("keys[threadIdx.x]"), Mixed.place("bins[0]")};
  Note Detail{Mixed.place("atomicAdd"), "only on request"};
  Detail.IsDetail = true;
  F.Notes.push_back(Detail);
  F.Notes.push_back({Mixed.place("WIDTH"), "pad to WIDTH + 1"});
  F.Notes.push_back({{}, "without a place"});
  F.Notes.push_back({{"gone.cuh", {0, 7, 3, 0, 4}}, "in a file that is gone"});
  F.Worst = Bound.WorstRequest;
  F.Cost = Bound.Worst;
  R.Findings.push_back(F);
  return R;
}

static Finding oddFinding(llvm::StringRef Check, llvm::StringRef File) {
  Finding F;
  F.Check = Check.str();
  F.At = {File.str(), {0, 3, 7, 0, 0}};
  F.Message = "100% odd: a, b; f[i](x)\r\nsecond line";
  F.Fingerprint = "0123456789abcdef0123456789abcdef";
  return F;
}

Report test::oddReport() {
  Report R = emptyReport();
  FileReport File;
  File.File = "./a b/../a b/ä#%?.cu";
  File.LostShared = {"lost.cuh:9"};
  R.Files.push_back(File);
  for (llvm::StringRef Name :
       {"./a b/../a b/ä#%?.cu", "a:b,c\"'.cu", "back\\slash.cu", "\xFF.cu",
        "../src directory/near.cu", "/elsewhere/x.cu"})
    R.Findings.push_back(oddFinding("shared-out-of-bounds", Name));
  // Not a check of the table, without a place.
  R.Findings.push_back(oddFinding("banklint-odd", ""));
  R.Findings.back().At = {};

  Finding Accepted = columnReport().Findings.front();
  Accepted.Function = "ns::column";
  Accepted.Array = "tile";
  Accepted.SuppressedBy = Suppression{
      SuppressionKind::InSource, Column.place("__global__"), "not hot [1](2)"};
  R.Suppressed.push_back(Accepted);
  Accepted.SuppressedBy = Suppression{SuppressionKind::Baseline, {}, ""};
  R.Suppressed.push_back(Accepted);
  return R;
}
