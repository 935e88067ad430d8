//===- InstrumentPass.cpp - Kernels that tell what they access ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass for clang++ -O0: the module calls the runtime before every load, store
// and copy that may touch shared memory and around every call. With each goes
// the number of rounds that the surrounding loops have made, so that the
// runtime can tell which lanes of a warp execute an access together.
//
// Shared arrays are the globals in the section "oracle_shared"; external
// thread-local ones stand for dynamic shared memory. Shifts by more than the
// width give what a GPU gives.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "SourceFacts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <map>
#include <set>

using namespace llvm;

namespace {

class Instrumenter {
public:
  explicit Instrumenter(Module &M);
  void run();

private:
  void placeArrays();
  void placeArray(GlobalVariable &G);
  void readAnnotations();
  void addEntries();
  void registerEntries(ArrayRef<Constant *> Entries);
  void addBodies();
  void addTables();
  Constant *text(StringRef Text);
  Constant *site(const Instruction &I, uint32_t Flags);
  Constant *placeOf(const Instruction &I, uint32_t Flags);

  void instrument(Function &F);
  void countRounds(Function &F);
  void visit(Instruction &I);
  void visitAccess(Instruction &I, Value *Pointer, Value *Bytes,
                   oracle::Access Kind, Value *Alignment, uint32_t Flags = 0);
  void visitTransfer(MemIntrinsic &I);
  void visitCall(CallBase &Call);
  void widenShift(BinaryOperator &Shift);

  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  IntegerType *I32;
  IntegerType *I64;
  PointerType *Ptr;
  std::vector<Constant *> Sites;
  std::map<const Instruction *, Constant *> SiteOfChoice;
  std::vector<Constant *> Arrays;
  std::set<const Function *> Kernels;
  std::set<const Function *> Silent;
  /// Of the function at work: rounds by depth of the loop, and depths.
  AllocaInst *Rounds = nullptr;
  DenseMap<const BasicBlock *, unsigned> Depth;
};

} // namespace

Instrumenter::Instrumenter(Module &M)
    : M(M), C(M.getContext()), B(C), I32(B.getInt32Ty()), I64(B.getInt64Ty()),
      Ptr(B.getPtrTy()) {}

Constant *Instrumenter::text(StringRef Text) {
  return B.CreateGlobalString(Text, "", 0, &M);
}

//===----------------------------------------------------------------------===//
// Shared arrays
//===----------------------------------------------------------------------===//

void Instrumenter::placeArray(GlobalVariable &G) {
  StringRef Name = G.getName();
  uint32_t Alignment = 1;
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  G.getDebugInfo(Infos);
  for (const DIGlobalVariableExpression *Info : Infos) {
    Name = Info->getVariable()->getName();
    Alignment = std::max(Info->getVariable()->getAlignInBytes(),
                         oracle::alignmentOf(Info->getVariable()->getType()));
  }
  uint64_t Number = Arrays.size();
  if (Number >= oracle::MaxArrays)
    report_fatal_error("oracle: too many shared arrays");
  Arrays.push_back(
      ConstantStruct::getAnon({text(Name), ConstantInt::get(I32, Alignment)}));
  G.replaceAllUsesWith(ConstantExpr::getIntToPtr(
      ConstantInt::get(I64, oracle::startOfArray(Number)), Ptr));
  G.eraseFromParent();
}

void Instrumenter::placeArrays() {
  Arrays.push_back(
      ConstantStruct::getAnon({text("dynamic"), ConstantInt::get(I32, 16)}));
  Constant *Dynamic = ConstantExpr::getIntToPtr(
      ConstantInt::get(I64, oracle::startOfArray(0)), Ptr);
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    if (G.getSection() == "oracle_shared") {
      placeArray(G);
    } else if (G.isDeclaration() && G.isThreadLocal()) {
      for (User *U : make_early_inc_range(G.users()))
        if (auto *Address = dyn_cast<IntrinsicInst>(U)) {
          Address->replaceAllUsesWith(Dynamic);
          Address->eraseFromParent();
        }
      G.replaceAllUsesWith(Dynamic);
    }
  }
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Constant *Instrumenter::placeOf(const Instruction &I, uint32_t Flags) {
  std::string File;
  unsigned Line = 0, Column = 0;
  if (const DILocation *At = I.getDebugLoc()) {
    Line = At->getLine();
    Column = At->getColumn();
    File = At->getFilename().str();
    if (!StringRef(File).starts_with("/") && !At->getDirectory().empty())
      File = (At->getDirectory() + "/" + File).str();
  } else if (const DISubprogram *In = I.getFunction()->getSubprogram()) {
    File = In->getFilename().str();
  }
  if (oracle::isHeader(File))
    Flags |= oracle::InHeader;
  return ConstantStruct::getAnon({text(File), ConstantInt::get(I32, Line),
                                  ConstantInt::get(I32, Column),
                                  ConstantInt::get(I32, Flags)});
}

/// The number of a new site at \p I.
Constant *Instrumenter::site(const Instruction &I, uint32_t Flags) {
  if (const Instruction *Other = oracle::otherChoice(I)) {
    auto Known = SiteOfChoice.find(Other);
    if (Known != SiteOfChoice.end())
      return Known->second;
    SiteOfChoice[&I] = ConstantInt::get(I32, Sites.size());
  }
  Sites.push_back(placeOf(I, Flags));
  return ConstantInt::get(I32, Sites.size() - 1);
}

void Instrumenter::readAnnotations() {
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  if (!All)
    return;
  for (const Use &Entry :
       cast<ConstantArray>(All->getInitializer())->operands()) {
    const auto *Fields = cast<ConstantStruct>(Entry.get());
    const auto *F =
        dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts());
    StringRef Word;
    if (!F || !getConstantStringInfo(Fields->getOperand(1), Word))
      continue;
    if (Word == "oracle_kernel")
      Kernels.insert(F);
    if (Word == "oracle_silent")
      Silent.insert(F);
  }
}

/// Functions that the file only declares may return anything.
void Instrumenter::addBodies() {
  for (Function &F : M) {
    if (!F.isDeclaration() || F.use_empty() || !oracle::isOfUser(F.getName()))
      continue;
    Type *Result = F.getReturnType();
    IRBuilder<> Body(BasicBlock::Create(C, "", &F));
    F.setLinkage(GlobalValue::InternalLinkage);
    FunctionCallee Unknown = M.getOrInsertFunction("oracle_unknown", I64);
    FunctionCallee Scratch = M.getOrInsertFunction("oracle_scratch", Ptr);
    if (Result->isVoidTy())
      Body.CreateRetVoid();
    else if (Result->isPointerTy())
      Body.CreateRet(Body.CreateCall(Scratch));
    else if (Result->isIntegerTy())
      Body.CreateRet(Body.CreateZExtOrTrunc(Body.CreateCall(Unknown), Result));
    else
      Body.CreateRet(Constant::getNullValue(Result));
  }
}

/// Functions that launch kernels and that nothing here calls are handed to the
/// runtime, to be called with made-up arguments.
void Instrumenter::addEntries() {
  std::vector<Constant *> Entries;
  std::set<const Function *> Launching;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      for (const Instruction &I : instructions(F))
        if (const auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = Call->getCalledFunction())
            if (Callee->getName() == "oracle_launch" || Launching.count(Callee))
              Changed |= Launching.insert(&F).second;
  }
  for (Function &F : M) {
    if (!Launching.count(&F) || !F.use_empty() || F.getName() == "main" ||
        F.isVarArg())
      continue;
    auto *Thunk =
        Function::Create(FunctionType::get(B.getVoidTy(), false),
                         GlobalValue::InternalLinkage, "oracle_entry", M);
    IRBuilder<> Body(BasicBlock::Create(C, "", Thunk));
    FunctionCallee Scratch = M.getOrInsertFunction("oracle_scratch", Ptr);
    std::vector<Value *> Arguments;
    for (Argument &A : F.args()) {
      Type *T = A.getType();
      if (T->isPointerTy())
        Arguments.push_back(Body.CreateCall(Scratch));
      else if (T->isIntegerTy())
        Arguments.push_back(ConstantInt::get(T, 64));
      else
        Arguments.push_back(Constant::getNullValue(T));
    }
    CallInst *Call = Body.CreateCall(&F, Arguments);
    Call->setAttributes(F.getAttributes());
    Body.CreateRetVoid();
    Entries.push_back(Thunk);
  }
  registerEntries(Entries);
}

void Instrumenter::registerEntries(ArrayRef<Constant *> Entries) {
  ArrayType *T = ArrayType::get(Ptr, Entries.size());
  auto *Table = new GlobalVariable(M, T, true, GlobalValue::PrivateLinkage,
                                   ConstantArray::get(T, Entries));
  M.getOrInsertFunction("oracle_register_entries", B.getVoidTy(), Ptr, I32);
  Function *Register =
      Function::Create(FunctionType::get(B.getVoidTy(), false),
                       GlobalValue::InternalLinkage, "oracle_entries", M);
  IRBuilder<> Body(BasicBlock::Create(C, "", Register));
  Body.CreateCall(M.getFunction("oracle_register_entries"),
                  {Table, ConstantInt::get(I32, Entries.size())});
  Body.CreateRetVoid();
  appendToGlobalCtors(M, Register, 0);
}

static GlobalVariable *tableOf(Module &M, ArrayRef<Constant *> Rows,
                               Type *Row) {
  ArrayType *T = ArrayType::get(Row, Rows.size());
  return new GlobalVariable(M, T, true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(T, Rows));
}

void Instrumenter::addTables() {
  Type *SiteType = StructType::get(C, {Ptr, I32, I32, I32});
  Type *ArrayRow = StructType::get(C, {Ptr, I32});
  GlobalVariable *AllSites = tableOf(M, Sites, SiteType);
  Function *Register =
      Function::Create(FunctionType::get(B.getVoidTy(), false),
                       GlobalValue::InternalLinkage, "oracle_tables", M);
  IRBuilder<> Body(BasicBlock::Create(C, "", Register));
  Body.CreateCall(
      M.getOrInsertFunction("oracle_register", B.getVoidTy(), Ptr, Ptr, I32),
      {AllSites, tableOf(M, Arrays, ArrayRow),
       ConstantInt::get(I32, Arrays.size())});
  Body.CreateRetVoid();
  appendToGlobalCtors(M, Register, 0);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Makes Rounds hold, for each depth, in which round the loop of that depth is
/// that was entered last.
void Instrumenter::countRounds(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  unsigned Most = 0;
  Depth.clear();
  for (BasicBlock &Block : F)
    Most = std::max(Most, Depth[&Block] = Loops.getLoopDepth(&Block));
  B.SetInsertPoint(&*F.getEntryBlock().getFirstInsertionPt());
  Rounds = B.CreateAlloca(ArrayType::get(I32, std::max(Most, 1u)));
  for (Loop *L : Loops.getLoopsInPreorder()) {
    BasicBlock *Header = L->getHeader();
    auto *SlotType = Rounds->getAllocatedType();
    unsigned Slot = L->getLoopDepth() - 1;
    for (BasicBlock *Before : predecessors(Header))
      if (!L->contains(Before)) {
        B.SetInsertPoint(Before->getTerminator());
        B.CreateStore(ConstantInt::get(I32, 0),
                      B.CreateConstGEP2_32(SlotType, Rounds, 0, Slot));
      }
    B.SetInsertPoint(&*Header->getFirstInsertionPt());
    Value *Place = B.CreateConstGEP2_32(SlotType, Rounds, 0, Slot);
    Value *Round = B.CreateLoad(I32, Place);
    B.CreateStore(B.CreateAdd(Round, ConstantInt::get(I32, 1)), Place);
  }
}

void Instrumenter::visitAccess(Instruction &I, Value *Pointer, Value *Bytes,
                               oracle::Access Kind, Value *Alignment,
                               uint32_t Flags) {
  Value *Object = Pointer->stripInBoundsOffsets();
  if (isa<AllocaInst>(Object) || isa<GlobalVariable>(Object))
    return;
  B.SetInsertPoint(&I);
  FunctionCallee Record = M.getOrInsertFunction(
      "oracle_access", B.getVoidTy(), Ptr, I64, I32, I32, I32, Ptr, I32);
  B.CreateCall(Record, {Pointer, B.CreateZExtOrTrunc(Bytes, I64), Alignment,
                        ConstantInt::get(I32, uint32_t(Kind)), site(I, Flags),
                        Rounds, ConstantInt::get(I32, Depth[I.getParent()])});
}

void Instrumenter::visitTransfer(MemIntrinsic &I) {
  uint64_t Alignment = oracle::typeAlignment(I);
  if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    const oracle::VectorUse Use = oracle::useOfVector(*Copy);
    Value *From = Copy->getRawSource();
    if (Use.Parts.empty())
      visitAccess(I, From, I.getLength(), oracle::Access::Load,
                  ConstantInt::get(I32, Alignment),
                  Use.MayBeInParts ? uint32_t(oracle::MayBeInParts) : 0);
    for (const oracle::VectorPart &Part : Use.Parts) {
      B.SetInsertPoint(&I);
      visitAccess(I, B.CreatePtrAdd(From, ConstantInt::get(I64, Part.Offset)),
                  ConstantInt::get(I64, Part.Bytes), oracle::Access::Load,
                  ConstantInt::get(I32, 0));
    }
  }
  visitAccess(I, I.getRawDest(), I.getLength(), oracle::Access::Store,
              ConstantInt::get(I32, Alignment));
}

void Instrumenter::visitCall(CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->isIntrinsic())
    return;
  uint32_t Flags = 0;
  if (Call.use_empty())
    Flags |= oracle::ResultUnused;
  if (Call.arg_size() > 1)
    if (const auto *Second = dyn_cast<ConstantInt>(Call.getArgOperand(1))) {
      if (Second->isOne())
        Flags |= oracle::AddsOne;
      if (Second->isMinusOne())
        Flags |= oracle::FullRange;
    }
  B.SetInsertPoint(&Call);
  Value *Before =
      B.CreateCall(M.getOrInsertFunction("oracle_enter", I32, I32, Ptr, I32),
                   {site(Call, Flags), Rounds,
                    ConstantInt::get(I32, Depth[Call.getParent()])});
  if (Call.isTerminator() || isa<UnreachableInst>(Call.getNextNode()))
    return;
  B.SetInsertPoint(Call.getNextNode());
  B.CreateCall(M.getOrInsertFunction("oracle_leave", B.getVoidTy(), I32),
               {Before});
}

void Instrumenter::widenShift(BinaryOperator &Shift) {
  Value *Amount = Shift.getOperand(1);
  unsigned Bits = Shift.getType()->getIntegerBitWidth();
  if (isa<ConstantInt>(Amount))
    return;
  B.SetInsertPoint(&Shift);
  Value *Last = ConstantInt::get(Shift.getType(), Bits - 1);
  Value *IsWide = B.CreateICmpUGT(Amount, Last);
  Shift.setOperand(1, B.CreateSelect(IsWide, Last, Amount));
  if (Shift.getOpcode() == Instruction::AShr)
    return;
  B.SetInsertPoint(Shift.getNextNode());
  Value *Zero = ConstantInt::get(Shift.getType(), 0);
  auto *Result = cast<Instruction>(B.CreateSelect(IsWide, Zero, &Shift));
  Shift.replaceUsesWithIf(Result,
                          [&](Use &U) { return U.getUser() != Result; });
}

void Instrumenter::visit(Instruction &I) {
  const DataLayout &Layout = M.getDataLayout();
  // Scalars are taken to pieces if their type is packed.
  auto VisitScalar = [&](Value *Pointer, Type *T, Align Alignment,
                         oracle::Access Kind) {
    const uint64_t Bytes = Layout.getTypeStoreSize(T);
    const uint64_t Piece = Alignment.value() < Bytes ? Alignment.value() : 0;
    visitAccess(I, Pointer, ConstantInt::get(I64, Bytes), Kind,
                ConstantInt::get(I32, Piece));
  };
  if (auto *Load = dyn_cast<LoadInst>(&I))
    VisitScalar(Load->getPointerOperand(), Load->getType(), Load->getAlign(),
                oracle::Access::Load);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    VisitScalar(Store->getPointerOperand(), Store->getValueOperand()->getType(),
                Store->getAlign(), oracle::Access::Store);
  else if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    visitTransfer(*Transfer);
  else if (auto *Call = dyn_cast<CallBase>(&I))
    visitCall(*Call);
  else if (auto *Operator = dyn_cast<BinaryOperator>(&I))
    if (Operator->isShift() && Operator->getType()->isIntegerTy())
      widenShift(*Operator);
}

void Instrumenter::instrument(Function &F) {
  std::vector<Instruction *> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  countRounds(F);
  for (Instruction *I : All)
    visit(*I);
  if (!Kernels.count(&F))
    return;
  B.SetInsertPoint(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  const DISubprogram *Info = F.getSubprogram();
  B.CreateCall(M.getOrInsertFunction("oracle_kernel", B.getVoidTy(), Ptr, I32),
               {text(Info ? Info->getName() : F.getName()),
                ConstantInt::get(I32, Info ? Info->getLine() : 0)});
}

void Instrumenter::run() {
  readAnnotations();
  placeArrays();
  addBodies();
  addEntries();
  for (Function &F : M)
    if (!F.isDeclaration() && !Silent.count(&F) &&
        !F.getName().starts_with("oracle_"))
      instrument(F);
  addTables();
}

namespace {

struct OraclePass : PassInfoMixin<OraclePass> {
  // Functions of -O0 are marked 'optnone'.
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Instrumenter(M).run();
    return PreservedAnalyses::none();
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "banklint-oracle", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(OraclePass());
                });
          }};
}
