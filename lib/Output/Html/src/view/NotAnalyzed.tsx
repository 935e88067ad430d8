//===- NotAnalyzed.tsx - What could not be analyzed -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { FileEntry } from "../data/types";
import { counted, number } from "../data/words";
import { useShown } from "./context";
import { damagedFiles, failedFiles, includedFiles } from "./gaps";
import { List, Location, Section } from "./parts";

function Lessons() {
  const { lessons } = useShown().report.audit;
  if (lessons.length === 0) return null;
  return (
    <Section
      title="What would help"
      id="lessons"
      note="In the order of the accesses that it would make known."
    >
      <List
        caption="What would help"
        items={[...lessons].sort((a, b) => b.accesses - a.accesses)}
        columns={["What", "Subject", "Where", "Accesses"]}
        numeric={[3]}
        cells={(lesson) => [
          lesson.text,
          <code>{lesson.subject}</code>,
          <Location file={lesson.file} line={lesson.line} />,
          number(lesson.accesses),
        ]}
      />
    </Section>
  );
}

function Failed({ files }: { files: FileEntry[] }) {
  if (files.length === 0) return null;
  return (
    <Section
      title={`Files that failed (${number(files.length)})`}
      id="failed"
      note="Nothing is known of their accesses."
    >
      <List
        caption="Files that failed"
        items={files}
        columns={["File", "Reason"]}
        cells={(file) => [<Location file={file.file} />, file.reason ?? ""]}
      />
    </Section>
  );
}

function Damage({ file }: { file: FileEntry }) {
  const messages = file.parse_error_messages ?? [];
  return (
    <>
      {messages.length > 0 && (
        <details>
          <summary>{messages[0]}</summary>
          <ul>
            {messages.slice(1).map((message, at) => (
              <li key={at}>{message}</li>
            ))}
          </ul>
        </details>
      )}
      {(file.missing_headers ?? []).length > 0 && (
        <p>not found: {file.missing_headers!.join(", ")}</p>
      )}
      {(file.lost_shared ?? []).length > 0 && (
        <p>shared variables in no report: {file.lost_shared!.join(", ")}</p>
      )}
    </>
  );
}

function Damaged({ files }: { files: FileEntry[] }) {
  if (files.length === 0) return null;
  return (
    <Section
      title={`Files analyzed in part (${number(files.length)})`}
      id="damaged"
      note="Clang recovered from errors; what they concern is unknown."
    >
      <List
        caption="Files analyzed in part"
        items={files}
        columns={["File", "Errors", "What"]}
        numeric={[1]}
        cells={(file) => [
          <Location file={file.file} />,
          number(file.parse_errors ?? 0),
          <Damage file={file} />,
        ]}
      />
    </Section>
  );
}

function Included({ files }: { files: FileEntry[] }) {
  if (files.length === 0) return null;
  return (
    <Section
      title={`Files analyzed as part of others (${number(files.length)})`}
      id="included"
      note="They cannot be parsed alone; a file without errors includes them."
    >
      <List
        caption="Files analyzed as part of others"
        items={files}
        columns={["File", "Included by"]}
        cells={(file) => [<Location file={file.file} />, <Location file={file.included_by} />]}
      />
    </Section>
  );
}

function Reasons() {
  const { unknown } = useShown().report.audit;
  if (unknown.length === 0) return null;
  return (
    <Section
      title="Accesses without an exact result"
      id="reasons"
      note="Unknown: nothing is claimed. Upper bound: no execution takes more. Depends: on a value that is not known."
    >
      <List
        caption="Reasons"
        items={[...unknown].sort((a, b) => b.accesses - a.accesses)}
        columns={["Reason", "Result", "Accesses", "Example"]}
        numeric={[2]}
        cells={(entry) => [
          <code>{entry.reason}</code>,
          entry.result.replace("-", "\u00a0"),
          number(entry.accesses),
          entry.example && (
            <>
              <Location file={entry.example.file} line={entry.example.line} /> {entry.example.text}
            </>
          ),
        ]}
      />
    </Section>
  );
}

function Excluded() {
  const { report } = useShown();
  const { suppressed = [], outside_lines = 0, in_system_headers = 0 } = report;
  const counts = [
    suppressed.length &&
      `${counted(suppressed.length, "finding")} suppressed by comments or the baseline`,
    outside_lines &&
      `${counted(outside_lines, "finding")} outside of the lines that were asked for`,
    in_system_headers && `${counted(in_system_headers, "finding")} in system headers`,
  ].filter(Boolean);
  if (counts.length === 0) return null;
  return (
    <Section title="Excluded findings" id="excluded">
      <ul>
        {counts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Section>
  );
}

/** What the tool could not see, so that silence is not taken for praise. */
export function NotAnalyzed() {
  const { report } = useShown();
  const { summary } = report;
  const failed = failedFiles(report);
  const damaged = damagedFiles(report);
  const isClean =
    failed.length + damaged.length + summary.unknown + summary.upper_bound + summary.depends === 0;
  return (
    <>
      <h1 tabIndex={-1}>What could not be analyzed</h1>
      <p class="lead">
        {isClean
          ? "Every file was analyzed, and every result is exact."
          : `${counted(failed.length, "file")} failed; ${counted(damaged.length, "file")} analyzed in part. Of ${counted(summary.accesses, "access", "accesses")}, ${number(summary.unknown)} unknown, ${number(summary.upper_bound)} upper bounds, ${number(summary.depends)} dependent on an unknown value.`}
      </p>
      <Lessons />
      <Failed files={failed} />
      <Damaged files={damaged} />
      <Included files={includedFiles(report)} />
      <Reasons />
      <Excluded />
    </>
  );
}
