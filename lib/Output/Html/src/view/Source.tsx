//===- Source.tsx - Source lines and changes of them ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { visible } from "../data/visible";
import type { Edit, Finding, Fix, Hunk, Note } from "../data/types";
import { counted, place } from "../data/words";

/** The position in UTF-16 units of a column in bytes. */
function unitOf(line: string, column: number): number {
  const bytes = new TextEncoder().encode(line).subarray(0, column - 1);
  return new TextDecoder().decode(bytes).length;
}

/** The expression that the message names, if it starts here; else a character. */
function lengthAt(line: string, start: number, message: string): number {
  const named = [...message.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
  const found = named.find((name) => line.startsWith(name, start));
  return found?.length ?? /^\w+|^./u.exec(line.slice(start))?.[0].length ?? 0;
}

/** The line with the place marked that the message is about. */
function Marked({ text, about }: { text: string; about: Pick<Note, "column" | "message"> }) {
  const start = unitOf(text, about.column ?? 1);
  const end = start + lengthAt(text, start, about.message);
  return (
    <>
      {visible(text.slice(0, start))}
      <mark>{visible(text.slice(start, end))}</mark>
      {visible(text.slice(end))}
    </>
  );
}

/** The lines around the finding. */
export function Excerpt({ finding }: { finding: Finding }) {
  const { excerpt } = finding;
  if (!excerpt) return <p class="note">The source is not part of this report.</p>;
  return (
    <figure class="code">
      <figcaption>{excerpt.file ?? finding.file}</figcaption>
      <pre tabIndex={0} aria-label="Source">
        {excerpt.lines.map((text, at) => {
          const number = excerpt.first + at;
          const isHere = number === finding.line;
          return (
            <div key={number} class={isHere ? "line here" : "line"}>
              <span class="gutter">
                {isHere ? "▸ " : "  "}
                {number}
              </span>
              <code>{isHere ? <Marked text={text} about={finding} /> : visible(text)}</code>
            </div>
          );
        })}
      </pre>
    </figure>
  );
}

/** The line that a note is about: a call explains what its function accesses. */
export function NoteLine({ note }: { note: Note }) {
  return (
    <figure class="code">
      <pre tabIndex={0} aria-label="Source of the note">
        <div class="line">
          <span class="gutter">{note.line}</span>
          <code>
            <Marked text={note.source ?? ""} about={note} />
          </code>
        </div>
      </pre>
    </figure>
  );
}

interface DiffLine {
  sign: " " | "-" | "+";
  number: number;
  text: string;
  /** What changed of it, in UTF-16 units. */
  from: number;
  to: number;
}

/** What differs between two lines, without what they begin and end with alike. */
function change(a: string, b: string): [from: number, endA: number, endB: number] {
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) ++from;
  let tail = 0;
  while (
    tail < a.length - from &&
    tail < b.length - from &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    ++tail;
  return [from, a.length - tail, b.length - tail];
}

/** Old lines before new ones; what both begin and end with is context. */
function diffLines({ line, before, after }: Hunk): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) ++head;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    ++tail;
  const lines: DiffLine[] = [];
  const add = (sign: DiffLine["sign"], at: number, text: string, other?: string) => {
    const [from, to] = other === undefined ? [0, 0] : change(text, other);
    lines.push({ sign, number: line + at, text, from, to });
  };
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  // Only lines that were edited one by one correspond to each other.
  const paired = old.length === fresh.length;
  before.slice(0, head).forEach((text, at) => add(" ", at, text));
  old.forEach((text, at) => add("-", head + at, text, paired ? fresh[at] : undefined));
  fresh.forEach((text, at) => add("+", head + at, text, paired ? old[at] : undefined));
  before
    .slice(before.length - tail)
    .forEach((text, at) => add(" ", after.length - tail + at, text));
  return lines;
}

const SIGN_WORDS = { " ": "", "-": "removed: ", "+": "added: " };

function HunkView({ hunk }: { hunk: Hunk }) {
  return (
    <figure class="code">
      <figcaption>{hunk.file}</figcaption>
      <pre tabIndex={0} aria-label="Change">
        {diffLines(hunk).map((line, at) => (
          <div
            key={at}
            class={`line ${line.sign === "-" ? "old" : line.sign === "+" ? "new" : ""}`}
          >
            <span class="gutter">{line.number}</span>
            <span class="sign" aria-hidden="true">
              {line.sign}
            </span>
            <code>
              {line.sign !== " " && <span class="hidden">{SIGN_WORDS[line.sign]}</span>}
              {visible(line.text.slice(0, line.from))}
              {line.to > line.from && <b>{visible(line.text.slice(line.from, line.to))}</b>}
              {visible(line.text.slice(line.to))}
            </code>
          </div>
        ))}
      </pre>
    </figure>
  );
}

function EditText({ edit }: { edit: Edit }) {
  return (
    <li>
      {edit.file}, byte {edit.offset}:{" "}
      {edit.length > 0 ? `replace ${counted(edit.length, "byte")} by ` : "insert "}
      <code>{edit.text || "nothing"}</code>
    </li>
  );
}

/** What the fix changes, line by line where the report has the lines. */
export function Change({ fix }: { fix: Fix }) {
  if (fix.diff?.length) {
    return (
      <>
        {fix.diff.map((hunk) => (
          <HunkView key={place(hunk.file, hunk.line)} hunk={hunk} />
        ))}
      </>
    );
  }
  if (fix.edits.length === 0) return null;
  return (
    <ul class="edits">
      {fix.edits.map((edit, at) => (
        <EditText key={at} edit={edit} />
      ))}
    </ul>
  );
}
