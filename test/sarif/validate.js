#!/usr/bin/env node
//===- validate.js - SARIF reports against the published schema -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node validate.js REPORT...
//
// Exit status: 0 all are valid; 1 some are not, each violation on a line of its
// own; 2 a file can't be read, or the packages of package-lock.json are not
// installed.
//
//===----------------------------------------------------------------------===//

"use strict";

const fs = require("fs");
const path = require("path");

const SCHEMA = path.join(__dirname, "node_modules", "@microsoft", "jest-sarif",
                         "lib", "schemas", "sarif-2.1.0-rtm.5.json");

function stop(message) {
  console.error(`validate.js: ${message}`);
  process.exit(2);
}

function makeValidator() {
  let Ajv, metaSchema, schema;
  try {
    Ajv = require("ajv");
    metaSchema = require("ajv/lib/refs/json-schema-draft-04.json");
    schema = JSON.parse(fs.readFileSync(SCHEMA, "utf8"));
  } catch (error) {
    stop(`the npm packages that it needs are not installed; run scripts/setup ` +
         `(${error.message.split("\n")[0]})`);
  }
  const ajv = new Ajv({schemaId : "auto", allErrors : true, format : "full"});
  ajv.addMetaSchema(metaSchema);
  return ajv.compile(schema);
}

function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    stop(error.message);
  }
}

function countViolations(validate, file) {
  let report;
  try {
    report = JSON.parse(read(file));
  } catch (error) {
    console.log(`${file}: not JSON: ${error.message}`);
    return 1;
  }
  if (validate(report))
    return 0;
  for (const violation of validate.errors)
    console.log(`${file}: ${violation.dataPath || "."}: ${violation.message} ` +
                JSON.stringify(violation.params));
  return validate.errors.length;
}

const files = process.argv.slice(2);
if (files.length === 0)
  stop("no report named; see the comment at the top of this script");
const validate = makeValidator();
let total = 0;
for (const file of files)
  total += countViolations(validate, file);
process.exit(total ? 1 : 0);
