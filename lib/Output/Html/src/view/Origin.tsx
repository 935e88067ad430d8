//===- Origin.tsx - What the report is of ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useShown } from "./context";

/** A report is mailed: it says itself what it is of, and what it assumes. */
export function Origin() {
  const { report, paths } = useShown();
  const { title, commit, date, command, architecture } = report.audit;
  const facts: [name: string, value?: string, isCode?: boolean][] = [
    ["Project", title],
    ["Commit", commit?.slice(0, 12), true],
    ["Date", date],
    ["Command", command, true],
    ["Architecture", architecture && `${report.arch}: ${architecture.source}`],
    ["Paths below", paths.root, true],
  ];
  return (
    <dl class="origin">
      {facts.map(
        ([name, value, isCode]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{isCode ? <code>{value}</code> : value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
