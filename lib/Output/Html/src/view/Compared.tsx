//===- Compared.tsx - What differs from an older report -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Brief, Results } from "../data/types";
import { counted, number } from "../data/words";
import { useShown } from "./context";
import { List, Location, Section } from "./parts";

/** Indexes of findings by their fingerprints. */
function useIndexes(): Map<string, number> {
  const { findings } = useShown().report;
  return useMemo(
    () => new Map(findings.map(({ fingerprint }, index) => [fingerprint ?? "", index])),
    [findings],
  );
}

function resultsWords(results: Results): string {
  const words = Object.entries(results).map(([name, count]) => `${number(count)} ${name}`);
  return words.join(", ") || "none";
}

interface FindingsProps {
  title: string;
  id: string;
  note: string;
  items: { finding: Brief; more?: ComponentChildren }[];
  /** What more is about; without it there is no such column. */
  column?: string;
}

/** Findings of which those that the report still has are links. */
function Findings({ title, id, note, items, column }: FindingsProps) {
  const { link } = useShown();
  const indexes = useIndexes();
  if (items.length === 0) return null;
  const at = ({ file, line, fingerprint }: Brief) => {
    const index = indexes.get(fingerprint ?? "");
    const text = <Location file={file} line={line} />;
    return index === undefined ? (
      text
    ) : (
      <a href={link({ page: "finding", finding: index })}>{text}</a>
    );
  };
  return (
    <Section title={`${title} (${number(items.length)})`} id={id} note={note}>
      <List
        caption={title}
        items={items}
        columns={["Location", "Finding", "Check", ...(column ? [column] : [])]}
        cells={({ finding, more }) => [
          at(finding),
          finding.message,
          <code>{finding.check}</code>,
          ...(column ? [more] : []),
        ]}
      />
    </Section>
  );
}

/** What is new, fixed or different since the older report. */
export function Compared() {
  const { comparison } = useShown().report.audit;
  if (!comparison) return <h1 tabIndex={-1}>No other report was compared</h1>;
  const only = (findings: Brief[]) => findings.map((finding) => ({ finding }));
  const { kernels } = comparison;
  return (
    <>
      <h1 tabIndex={-1}>Compared with the older report</h1>
      <p class="lead">
        {counted(comparison.new.length, "new finding")}, {number(comparison.fixed.length)} fixed,{" "}
        {number(comparison.changed.length)} changed, {number(comparison.suppressed.length)}{" "}
        suppressed, {number(comparison.not_known.length)} not known any more;{" "}
        {counted(kernels.length, "kernel")} with other results.
      </p>
      <Findings
        title="New"
        id="new"
        note="The older report does not have them."
        items={only(comparison.new)}
      />
      <Findings
        title="Changed"
        id="changed"
        note="The same access with other figures."
        column="It was"
        items={comparison.changed.map((each) => ({ finding: each.new, more: each.old.message }))}
      />
      <Findings
        title="Not known any more"
        id="not-known"
        note="They may still be there: this report does not see them."
        column="Reason"
        items={comparison.not_known.map(({ finding, reason }) => ({ finding, more: reason }))}
      />
      <Findings
        title="Fixed"
        id="fixed"
        note="Places are those of the older report."
        items={only(comparison.fixed)}
      />
      <Findings
        title="Suppressed"
        id="suppressed"
        note="By a comment or the baseline, since the older report."
        items={only(comparison.suppressed)}
      />
      {kernels.length > 0 && (
        <Section
          title={`Kernels with other results (${number(kernels.length)})`}
          id="kernels"
          note="How many accesses have each result."
        >
          <List
            caption="Kernels with other results"
            items={kernels}
            columns={["Kernel", "File", "Now", "It was"]}
            cells={(kernel) => [
              <code>{kernel.name}</code>,
              <Location file={kernel.file} />,
              resultsWords(kernel.new),
              resultsWords(kernel.old),
            ]}
          />
        </Section>
      )}
    </>
  );
}
