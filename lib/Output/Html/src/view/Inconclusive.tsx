//===- Inconclusive.tsx - When next to nothing is known -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Report } from "../data/types";
import { counted, number } from "../data/words";
import { useShown } from "./context";
import { damagedFiles, failedFiles } from "./gaps";
import { Location } from "./parts";

const FEW = 3;

/** Why no finding means nothing; empty if it means something. */
export function inconclusive(report: Report): string {
  const { accesses, unknown } = report.summary;
  if (report.findings.length > 0) return "";
  if (2 * unknown > accesses)
    return `${number(unknown)} of ${counted(accesses, "access is", "accesses are")} unknown`;
  const failed = failedFiles(report).length + damagedFiles(report).length;
  if (accesses === 0 && failed > 0)
    return `${number(failed)} of ${counted(report.files.length, "file")} could not be analyzed, and no access was found`;
  return "";
}

/** What to do first, before anything that looks like a result. */
export function Inconclusive({ reason }: { reason: string }) {
  const { report, link } = useShown();
  const lessons = report.audit.lessons.slice(0, FEW);
  return (
    <section class="inconclusive" aria-labelledby="inconclusive">
      <h2 id="inconclusive">Nothing can be concluded: {reason}</h2>
      {lessons.length > 0 && (
        <>
          <p>What would help most:</p>
          <ol>
            {lessons.map((lesson, at) => (
              <li key={at}>
                {lesson.text}{" "}
                <span class="dim">
                  {lesson.accesses > 0 && `(${counted(lesson.accesses, "access", "accesses")}) `}
                  <Location file={lesson.file} line={lesson.line} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <p>
        <a href={link({ page: "not-analyzed" })}>What could not be analyzed</a>
      </p>
    </section>
  );
}
