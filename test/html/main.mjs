//===- main.mjs - All tests of the HTML report ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node main.mjs DIR REPORT BANKLINT CALCULATOR BANKS
//
// Tests REPORT, lib/Output/Html/template/report.html or one just built, in
// Chromium, and what the program BANKLINT writes; and CALCULATOR,
// docs/bank-calculator.html, against the program BANKS, banklint-banks. DIR has the
// packages that scripts/html-report installs.
//
//===----------------------------------------------------------------------===//

import "./table.test.mjs";
import "./finding.test.mjs";
import "./pages.test.mjs";
import "./access.test.mjs";
import "./speed.test.mjs";
import "./audit.test.mjs";
import "./calculator.test.mjs";
