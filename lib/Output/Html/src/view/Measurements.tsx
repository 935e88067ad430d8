//===- Measurements.tsx - Predictions beside a profile --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import type { Row } from "../data/rows";
import { counted, costWords, lostWords, number } from "../data/words";
import { useShown } from "./context";
import { ConfidenceBadge, List, Location, Section } from "./parts";

const excess = ({ finding }: Row) => finding.measured!.wavefronts - finding.measured!.ideal;

function cellsOf(row: Row, href: string): ComponentChildren[] {
  const { cost, file, line, measured } = row.finding;
  return [
    <a href={href}>
      <Location file={file} line={line} />
    </a>,
    `${number(measured!.wavefronts)} (${number(measured!.ideal)})`,
    cost ? `${costWords(cost)}${cost.per_block ? " / block" : " / request"}` : "–",
    lostWords(row.finding, number),
    <ConfidenceBadge value={row.confidence} />,
  ];
}

/** Predictions beside what a profile counted. */
export function Measurements() {
  const { report, rows, link } = useShown();
  const { profile } = report;
  const measured = rows.filter((row) => row.finding.measured).sort((a, b) => excess(b) - excess(a));
  return (
    <>
      <h1 tabIndex={-1}>Measured and predicted</h1>
      <p class="lead">
        The profile has {counted(profile?.launches ?? 0, "launch", "launches")}.{" "}
        {counted(measured.length, "finding")} of {number(rows.length)} are in it.{" "}
        {profile?.compared !== undefined &&
          `${counted(profile.compared, "prediction")} could be compared. `}
        A measurement is of a line, over all blocks of all launches; a prediction is of one access.
      </p>
      {profile && profile.disagreements.length > 0 && (
        <Section
          title="Disagreements"
          id="disagreements"
          note="The hardware counted other wavefronts than predicted, or more than a bound."
        >
          <List
            caption="Disagreements"
            items={profile.disagreements}
            numeric={[2, 3]}
            columns={["Access", "Kernel", "Predicted", "Measured", "Explanation"]}
            cells={(entry) => [
              <>
                <Location file={entry.file} line={entry.line} /> {entry.operation}
              </>,
              entry.kernel ?? "",
              `${entry.bound ? "≤ " : ""}${number(entry.predicted)}`,
              number(entry.measured),
              entry.text,
            ]}
          />
        </Section>
      )}
      <Section title="Findings by measured loss" id="measured">
        <List
          caption="Findings by measured loss"
          items={measured}
          numeric={[1, 2, 3]}
          columns={[
            "Location",
            "Measured (ideal)",
            "Predicted (ideal)",
            "Lost per launch",
            "Confidence",
          ]}
          cells={(row) => cellsOf(row, link({ page: "finding", finding: row.index }))}
        />
      </Section>
    </>
  );
}
