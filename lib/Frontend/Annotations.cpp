//===- Annotations.cpp - Launches that comments state ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotations.h"
#include "AnnotationText.h"
#include "Recovery/RawTokens.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace clang;

// Tokens between an annotation and the name of its kernel.
static constexpr unsigned MaxTokensBehind = 1000;

/// True if \p Text, a comment without its marks, states settings for banklint
/// in another form than "banklint: block=32": "BANKLINT: block=32". Without the
/// colon, only shapes are meant as such, and not a sentence.
static bool seemsMeant(llvm::StringRef Text) {
  Text = Text.ltrim("/!*< \t");
  if (!Text.consume_front_insensitive("banklint"))
    return false;
  const size_t Blanks = Text.size() - Text.ltrim(" \t").size();
  Text = Text.drop_front(Blanks);
  const bool HasColon = Text.consume_front(":");
  const auto [Key, Value] =
      Text.ltrim(" \t").take_until(llvm::isSpace).split('=');
  const bool IsNumber = !Value.empty() && llvm::isDigit(Value.front()) &&
                        Value.find_first_not_of("0123456789,") == Value.npos;
  if (HasColon)
    return IsNumber && !Key.empty() && llvm::all_of(Key, [](char C) {
             return isAsciiIdentifierContinue(C);
           });
  return Blanks != 0 && IsNumber &&
         llvm::is_contained({"block", "grid", "shared"}, Key);
}

bool Annotations::HandleComment(Preprocessor &PP, SourceRange Comment) {
  const SourceManager &Sources = PP.getSourceManager();
  const char *Begin = Sources.getCharacterData(Comment.getBegin());
  size_t Length = Sources.getFileOffset(Comment.getEnd()) -
                  Sources.getFileOffset(Comment.getBegin());
  llvm::StringRef Text(Begin, Length);
  bool IsBlock = Text.consume_front("/*");
  if (IsBlock)
    Text.consume_back("*/");
  else
    Text.consume_front("//");
  Text = Text.trim();
  if (Text.consume_front("banklint:")) {
    Annotation A;
    A.Begin = Comment.getBegin();
    A.End = Comment.getEnd();
    A.Text = Text.str();
    for (StatedInstance &Each : takeInstances(A.Text)) {
      A.HasInstances = true;
      Instances.request(
          A.Begin, A.Begin.getLocWithOffset(Text.data() - Begin + Each.Offset),
          std::move(Each.Arguments));
    }
    Found.push_back(std::move(A));
  } else if (seemsMeant(Text) && !Sources.isInSystemHeader(Comment.getBegin()))
    NearMisses.push_back(Comment.getBegin());
  return false;
}

/// The offsets of the names behind \p From, to the end of a declaration's head.
static llvm::DenseSet<unsigned> namesBehind(SourceLocation From,
                                            const SourceManager &Sources,
                                            const LangOptions &Language) {
  llvm::DenseSet<unsigned> Names;
  auto [File, Offset] = Sources.getDecomposedLoc(From);
  unsigned Seen = 0;
  forEachRawToken(Sources, Language, File, Offset, [&](const Token &T, bool) {
    if (Seen++ == MaxTokensBehind ||
        T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      return false;
    if (T.is(tok::raw_identifier))
      Names.insert(Sources.getFileOffset(T.getLocation()));
    return true;
  });
  return Names;
}

bool Annotations::belongsTo(Annotation &A, const FunctionDecl &Kernel,
                            const SourceManager &Sources,
                            const LangOptions &Language) {
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Kernel.getLocation());
  auto [Mine, Begin] = Sources.getDecomposedLoc(A.Begin);
  if (File != Mine || !Kernel.getBody())
    return false;
  if (Begin > Offset) {
    auto Brace =
        Sources.getDecomposedExpansionLoc(Kernel.getBody()->getBeginLoc());
    return Brace.first == File && Sources.getLineNumber(File, Begin) <=
                                      Sources.getLineNumber(File, Brace.second);
  }
  if (!A.NamesBehind)
    A.NamesBehind = namesBehind(A.End, Sources, Language);
  return A.NamesBehind->contains(Offset);
}

static SourceProblem problemAt(SourceLocation Where, std::string Message,
                               const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedLoc(Where);
  SourceProblem Problem;
  if (OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File))
    Problem.File = Entry->getName().str();
  Problem.Line = Sources.getLineNumber(File, Offset);
  Problem.Column = Sources.getColumnNumber(File, Offset);
  Problem.Message = std::move(Message);
  return Problem;
}

void Annotations::attach(const FunctionDecl &Kernel,
                         const SourceManager &Sources,
                         const LangOptions &Language, KernelProgram &Program,
                         std::vector<SourceProblem> &Problems) {
  for (Annotation &A : Found) {
    if (!belongsTo(A, Kernel, Sources, Language))
      continue;
    // Another instantiation has been reported already.
    bool IsTold = std::exchange(A.IsTaken, true);
    if (A.HasInstances && !llvm::StringRef(A.Text).contains("instantiate=") &&
        (llvm::StringRef(A.Text).trim().empty() ||
         !Instances.isRequested(A.Begin, Kernel)))
      continue;
    LaunchSite Site;
    Site.IsAnnotation = true;
    std::string Wrong = readAnnotation(A.Text, Program, Site);
    SourceProblem Place = problemAt(A.Begin, std::move(Wrong), Sources);
    if (!Place.Message.empty()) {
      if (!IsTold)
        Problems.push_back(std::move(Place));
      continue;
    }
    Site.File = std::move(Place.File);
    Site.Span.Line = Place.Line;
    Site.Span.Column = Place.Column;
    Site.Span.Offset = Sources.getFileOffset(A.Begin);
    Site.Span.Length = Sources.getFileOffset(A.End) - Site.Span.Offset;
    Program.Launches.push_back(std::move(Site));
  }
}

void Annotations::finish(llvm::ArrayRef<const FunctionDecl *> Others,
                         const SourceManager &Sources,
                         const LangOptions &Language,
                         std::vector<SourceProblem> &Problems) {
  for (SourceLocation Begin : NearMisses)
    Problems.push_back(problemAt(Begin,
                                 "this comment is not an annotation; start it "
                                 "with '// banklint: ', in lower case",
                                 Sources));
  for (const auto &[Place, Message] : Instances.problems())
    Problems.push_back(problemAt(Place, Message, Sources));
  for (Annotation &A : Found) {
    if (A.IsTaken || Instances.hasProblem(A.Begin) ||
        llvm::any_of(Others, [&](const FunctionDecl *Kernel) {
          return belongsTo(A, *Kernel, Sources, Language);
        }))
      continue;
    Problems.push_back(
        problemAt(A.Begin,
                  "this annotation does not belong to a kernel; place it "
                  "directly above one or on the line of its name",
                  Sources));
  }
}
