//===- ProfileTest.cpp - What a profiler measured -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files in data/ are exports of Nsight Compute 2025.3.1 on an H100, of
// which most instructions that do not access shared memory are left out.
//
//===----------------------------------------------------------------------===//

#include "banklint/Profile/Profile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::string contentsOf(llvm::StringRef Name) {
  auto Buffer = llvm::MemoryBuffer::getFile(
      BANKLINT_TEST_DIR "/unit/Profile/data/" + Name);
  EXPECT_TRUE(Buffer) << Name.str();
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

ProfileReading read(std::vector<std::pair<std::string, std::string>> Texts) {
  std::vector<ProfileText> Named;
  for (const auto &[Name, Text] : Texts)
    Named.push_back({Name, Text});
  return readProfile(Named);
}

ProfileReading readFiles(std::vector<std::string> Names) {
  std::vector<std::pair<std::string, std::string>> Texts;
  for (const std::string &Name : Names)
    Texts.push_back({Name, contentsOf(Name)});
  return read(std::move(Texts));
}

/// "32x32x1 in 16x8x1, 4096+0 bytes".
std::string show(const ProfiledLaunch &Launch) {
  const auto Bytes = [](const std::optional<uint64_t> &Number) {
    return Number ? std::to_string(*Number) : "?";
  };
  return (Launch.Block ? toString(*Launch.Block) : "?") + " in " +
         (Launch.Grid ? toString(*Launch.Grid) : "?") + ", " +
         Bytes(Launch.StaticBytes) + "+" + Bytes(Launch.DynamicBytes) +
         " bytes";
}

/// "1: a.cu:7 load 64/2": launch, line, operation, wavefronts and ideal.
std::vector<std::string> lines(const Profile &P) {
  std::vector<std::string> Result;
  for (const ProfiledLine &Each : P.Lines)
    Result.push_back(
        std::to_string(Each.Launch) + ": " +
        llvm::StringRef(Each.File).rsplit('/').second.str() + ":" +
        std::to_string(Each.Line) + " " + spelling(Each.Operation).str() + " " +
        std::to_string(Each.Wavefronts) + "/" + std::to_string(Each.Ideal));
  return Result;
}

TEST(Profile, RawAndSourcePage) {
  const ProfileReading R =
      readFiles({"transpose.raw.csv", "transpose.source.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  ASSERT_EQ(R.Result.Launches.size(), 2u);
  EXPECT_EQ(R.Result.Launches[0].Kernel,
            "transpose(const float *, float *, int, int)");
  EXPECT_EQ(show(R.Result.Launches[0]), "32x32x1 in 16x8x1, 4096+0 bytes");
  EXPECT_EQ(show(R.Result.Launches[1]), "32x32x1 in 4x3x1, 4096+0 bytes");
  EXPECT_THAT(lines(R.Result),
              ElementsAre("0: transpose.cu:20 store 4096/4096",
                          "0: transpose.cu:26 load 131072/4096",
                          "1: transpose.cu:20 store 280/280",
                          "1: transpose.cu:26 load 7000/300"));
}

/// Quotes and commas in the source, and launches with one name.
TEST(Profile, TextIsNotEscaped) {
  const ProfileReading R = readFiles({"quotes.source.csv", "quotes.raw.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  ASSERT_EQ(R.Result.Launches.size(), 3u);
  EXPECT_EQ(show(R.Result.Launches[1]), "32x1x1 in 2x1x1, 9216+5000 bytes");
  EXPECT_EQ(show(R.Result.Launches[2]), "64x1x1 in 3x2x1, 9216+9000 bytes");
  EXPECT_THAT(lines(R.Result),
              testing::IsSupersetOf(
                  {"0: quotes.cu:5 store 64/2", "0: quotes.cu:7 load 64/2",
                   "0: device_atomic_functions.hpp:107 atomic 2/2",
                   "1: quotes.cu:7 load 64/2", "2: quotes.cu:5 store 12/12",
                   "2: quotes.cu:8 atomic 12/12"}));
}

/// One instruction that is listed twice counts once, each of several does.
TEST(Profile, SumsInstructions) {
  const ProfileReading R = readFiles({"histograms.source.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  EXPECT_THAT(lines(R.Result),
              testing::IsSupersetOf({"0: histograms.cu:32 atomic 1597/512",
                                     "0: histograms.cu:49 store 132/132",
                                     "0: histograms.cu:59 load 128/128"}));
}

/// A line may have several operations.
TEST(Profile, TellsOperationsApart) {
  const ProfileReading R = readFiles({"histograms.source.csv"});
  EXPECT_THAT(lines(R.Result),
              testing::IsSupersetOf({"1: histograms.cu:140 load 128/128",
                                     "1: histograms.cu:140 atomic 128/128"}));
}

/// Inlined instructions are in two files and count once.
TEST(Profile, HardwareConfirmsTheLines) {
  const ProfileReading R = readFiles({"quotes.raw.csv", "quotes.source.csv"});
  ASSERT_EQ(R.Result.Launches.size(), 3u);
  for (const ProfiledLaunch &Launch : R.Result.Launches)
    for (ProfiledOperation Operation :
         {ProfiledOperation::Load, ProfiledOperation::Store,
          ProfiledOperation::Atomic})
      EXPECT_TRUE(Launch.isConfirmed(Operation));
  EXPECT_EQ(R.Result.Launches[0].Counted[0], 66u);
  EXPECT_EQ(R.Result.Launches[0].Computed[2], 2u);

  std::string Raw = contentsOf("quotes.raw.csv");
  const size_t At = Raw.find("\"66\"", Raw.find("\"33\""));
  ASSERT_NE(At, std::string::npos);
  Raw.replace(At, 4, "\"67\"");
  const ProfileReading Other =
      read({{"r.csv", Raw}, {"s.csv", contentsOf("quotes.source.csv")}});
  EXPECT_FALSE(Other.Result.Launches[0].isConfirmed(ProfiledOperation::Load));
  EXPECT_TRUE(Other.Result.Launches[0].isConfirmed(ProfiledOperation::Store));
}

TEST(Profile, DetailsPageAlone) {
  const ProfileReading R = readFiles({"transpose.details.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  ASSERT_EQ(R.Result.Launches.size(), 2u);
  // 4.10 Kbyte is not exact.
  EXPECT_EQ(show(R.Result.Launches[0]), "32x32x1 in 16x8x1, ?+0 bytes");
  EXPECT_THAT(R.Result.Lines, IsEmpty());
}

TEST(Profile, PagesOfOneReportAreOne) {
  const ProfileReading R =
      readFiles({"quotes.details.csv", "quotes.raw.csv", "quotes.source.csv"});
  ASSERT_EQ(R.Result.Launches.size(), 3u);
  EXPECT_EQ(show(R.Result.Launches[0]), "32x1x1 in 2x1x1, 9216+5000 bytes");
}

TEST(Profile, SeveralReports) {
  const ProfileReading R =
      readFiles({"transpose.source.csv", "quotes.source.csv", "quotes.raw.csv",
                 "transpose.raw.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  ASSERT_EQ(R.Result.Launches.size(), 5u);
  EXPECT_EQ(R.Result.Launches[3].Kernel,
            "transpose(const float *, float *, int, int)");
  EXPECT_THAT(lines(R.Result),
              testing::IsSupersetOf({"3: transpose.cu:26 load 131072/4096",
                                     "4: transpose.cu:26 load 7000/300",
                                     "2: quotes.cu:8 atomic 12/12"}));
}

TEST(Profile, SourcePageAloneHasNoBlocks) {
  const ProfileReading R = readFiles({"transpose.source.csv"});
  EXPECT_THAT(R.Errors, IsEmpty());
  ASSERT_EQ(R.Result.Launches.size(), 2u);
  EXPECT_EQ(show(R.Result.Launches[0]), "? in ?, ?+? bytes");
}

TEST(Profile, LinesOfNcuAndOtherLineEnds) {
  std::string Text = "\xef\xbb\xbf==PROF== Connected\r\n" +
                     contentsOf("transpose.details.csv");
  for (size_t At = 0; (At = Text.find('\n', At)) != std::string::npos; At += 2)
    Text.replace(At, 1, "\r\n");
  const ProfileReading R = read({{"d.csv", Text}});
  EXPECT_THAT(R.Errors, IsEmpty());
  EXPECT_EQ(R.Result.Launches.size(), 2u);
}

TEST(Profile, ErrorsNameTheirLine) {
  EXPECT_THAT(read({{"r.csv", "\"ID\",\"Kernel Name\",\"Block Size\",\"x\"\n"
                              "\"\",\"\",\"\",\"unit\"\n"
                              "\"0\",\"k\",\"(32, 1, 1)\",\"1\"\n"
                              "\"1\",\"k\",\"(32, 1, 1)\"\n"
                              "\"2\",\"k\",\"32\",\"1\"\n"}})
                  .Errors,
              ElementsAre("r.csv:4: the row has 3 fields instead of 4",
                          "r.csv:5: '32' is no block size"));
  EXPECT_THAT(read({{"empty.csv", ""}}).Errors,
              ElementsAre("empty.csv:0: no page of Nsight Compute in CSV"));
  EXPECT_THAT(read({{"e.csv", "==ERROR== Failed to load\n"}}).Errors,
              ElementsAre("e.csv:1: ==ERROR== Failed to load"));
  EXPECT_THAT(
      read({{"s.csv", "\"Kernel Name\",\"k()\",\n\"Address\",\"Source\"\n"}})
          .Errors,
      ElementsAre("s.csv:1: a source page without lines; export with "
                  "--print-source cuda,sass"));
}

const char SourceHead[] =
    "\"File Path\",\"/a.cu\"\n\"Function Name\",\"k()\"\n\"Line "
    "No\",\"Source\",\"Address\",\"Source\",\"Address Space\",\"Access "
    "Operation\",\"L1 Wavefronts Shared\",\"L1 Wavefronts Shared Ideal\"\n";

TEST(Profile, ErrorsOfTheSourcePage) {
  const ProfileReading R = read(
      {{"s.csv", std::string(SourceHead) +
                     "\"x\",\"t\",\"-\",\"-\",\"-\",\"-\",\"0\",\"0\"\n"
                     "\"3\",\"t\",\"-\"\n"
                     "\"4\",\"t\",\"-\",\"-\",\"-\",\"-\",\"0\",\"0\"\n"
                     "\"\",\"\",\"0x1\",\"LDS\",\"Shared\",\"Load\",\"?\",\"1\""
                     "\n\"\",\"\",\"0x2\",\"LDS\",\"Shared\",\"Load\",\"5\","
                     "\"1\"\n"}});
  EXPECT_THAT(R.Errors,
              ElementsAre("s.csv:4: 'x' is no line",
                          "s.csv:5: the row has less than 8 fields",
                          "s.csv:7: an instruction without wavefronts"));
  EXPECT_THAT(lines(R.Result), ElementsAre("0: a.cu:4 load 5/1"));
}

TEST(Profile, NeedsTheColumns) {
  std::string Text = SourceHead;
  Text.replace(Text.find("L1 Wavefronts Shared Ideal"), 2, "L9");
  EXPECT_THAT(read({{"s.csv", Text}}).Errors,
              ElementsAre(HasSubstr("no column 'L1 Wavefronts Shared Ideal'")));
}

TEST(Profile, ErrorsAreLimited) {
  std::string Text = SourceHead;
  for (int I = 0; I != 100; ++I)
    Text += "\"x\"\n";
  EXPECT_EQ(read({{"s.csv", Text}}).Errors.size(), 20u);
}

/// One random change: bytes go, come twice, or become others.
void mutate(std::string &Text, std::mt19937 &Random) {
  static constexpr llvm::StringLiteral Bytes = "\",\n-()0 \r9";
  const size_t At = Random() % Text.size();
  const size_t Length = 1 + Random() % 40;
  switch (Random() % 4) {
  case 0:
    Text.erase(At, Length);
    break;
  case 1:
    Text.insert(At, Text.substr(Random() % Text.size(), Length));
    break;
  case 2:
    Text[At] = Bytes[Random() % Bytes.size()];
    break;
  default:
    Text.resize(At + 1);
  }
}

/// Whatever the text is, lines belong to launches.
TEST(Profile, SurvivesDamage) {
  std::mt19937 Random(1);
  for (llvm::StringRef Name :
       {"quotes.raw.csv", "quotes.details.csv", "quotes.source.csv",
        "histograms.source.csv", "transpose.source.csv"}) {
    const std::string Whole = contentsOf(Name);
    for (int Try = 0; Try != 300; ++Try) {
      std::string Text = Whole;
      for (unsigned Changes = 1 + Random() % 4; Changes != 0; --Changes)
        mutate(Text, Random);
      const Profile P =
          read({{"a.csv", Text}, {"b.csv", contentsOf("quotes.raw.csv")}})
              .Result;
      for (const ProfiledLine &Line : P.Lines) {
        ASSERT_LT(Line.Launch, P.Launches.size()) << Name.str() << Try;
        ASSERT_NE(Line.Line, 0u) << Name.str() << Try;
      }
    }
  }
}

} // namespace
