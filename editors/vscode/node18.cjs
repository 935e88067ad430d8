//===- node18.cjs - What vsce expects of Node 20 --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debian 12 has Node 18, whose class File is not global yet.
//
//===----------------------------------------------------------------------===//

globalThis.File ??= require("node:buffer").File;
