//===- BankMap.tsx - A request drawn as banks by lanes --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Banks by lanes. A cell says that a lane needs a word of a bank. Its number is
// the turn in which the bank serves it, so that lanes that share a word share a
// number; its color is the depth of the bank. Below the lanes of each phase is
// the depth of each bank as a number: nothing is said by color alone.
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { banksOf, BANKS, describe, levelOf, spellLanes } from "./request";
import type { Part, Request } from "./request";

const CELL = { width: 17, height: 13 };
const LABEL = 46;
const HEADER = 26;
const GAP = 8;
const WIDTH = LABEL + BANKS * CELL.width + 2;

const left = (bank: number) => LABEL + bank * CELL.width;
const rowsOf = (part: Part) => part.lanes.length + 1;

function Header() {
  const banks = Array.from({ length: BANKS }, (_, bank) => bank);
  return (
    <g class="bm-axis">
      <text x={LABEL - 6} y={9} text-anchor="end">
        bank
      </text>
      <text x={LABEL - 6} y={21} text-anchor="end">
        lane
      </text>
      {banks.map((bank) => (
        <text key={bank} x={left(bank) + CELL.width / 2} y={9} text-anchor="middle">
          {bank}
        </text>
      ))}
      <line x1={LABEL} x2={WIDTH - 2} y1={HEADER - 1} y2={HEADER - 1} />
    </g>
  );
}

function Depths({ part, noun, y }: { part: Part; noun: string; y: number }) {
  return (
    <g>
      <text class="bm-total" x={LABEL - 6} y={y + 10} text-anchor="end">
        {noun}
      </text>
      {part.depths.map((depth, bank) => (
        <g key={bank}>
          <rect
            class={`bm-fill bm-${levelOf(depth)}`}
            x={left(bank) + 0.5}
            y={y}
            width={CELL.width - 1}
            height={CELL.height}
          />
          <text
            class={`bm-on bm-on-${levelOf(depth)} bm-strong`}
            x={left(bank) + CELL.width / 2}
            y={y + 10}
            text-anchor="middle"
          >
            {depth === 0 ? "·" : depth}
          </text>
        </g>
      ))}
    </g>
  );
}

function Lanes({ part, hasTurns, y }: { part: Part; hasTurns: boolean; y: number }) {
  const row = new Map(part.lanes.map((lane, at) => [lane, y + at * CELL.height]));
  return (
    <g>
      {part.lanes.map((lane) => (
        <g key={lane}>
          <rect
            class={lane % 2 ? "bm-stripe" : "bm-plain"}
            x={LABEL}
            y={row.get(lane)}
            width={BANKS * CELL.width}
            height={CELL.height}
          />
          <text class="bm-label" x={LABEL - 6} y={row.get(lane)! + 10} text-anchor="end">
            {lane}
          </text>
        </g>
      ))}
      {part.cells.map((cell) => {
        const level = hasTurns ? levelOf(part.depths[cell.bank]!) : "unknown";
        return (
          <g key={`${cell.lane} ${cell.word}`} class="bm-cell">
            <title>{`lane ${cell.lane}, bank ${cell.bank}, word ${cell.word}`}</title>
            <rect
              class={`bm-fill bm-${level}`}
              x={left(cell.bank) + 0.5}
              y={row.get(cell.lane)! + 0.5}
              width={CELL.width - 1}
              height={CELL.height - 1}
            />
            <text
              class={`bm-on bm-on-${level}`}
              x={left(cell.bank) + CELL.width / 2}
              y={row.get(cell.lane)! + 10}
              text-anchor="middle"
            >
              {hasTurns ? cell.turn : "×"}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** A box that scrolls sideways where it is too narrow, and shows that it does. */
function SideScroll({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ left: 0, right: 0 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setHidden({ left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  // Positions may be fractions of a pixel.
  const more = [hidden.left > 1 && " bm-more-left", hidden.right > 1 && " bm-more-right"];
  return (
    <>
      <div class={`bm-sides${more.filter(Boolean).join("")}`}>
        <div class="bm-scroll" ref={box} tabIndex={0} role="group" aria-label="Bank map">
          {children}
        </div>
      </div>
      {hidden.left + hidden.right > 1 && (
        <p class="bm-note bm-wide">Scroll sideways to see all {BANKS} banks.</p>
      )}
    </>
  );
}

/** The drawing of one request; see the head of the file. */
export function BankMap({ request }: { request: Request }) {
  const { parts, inactive, hasPhases, addsUp } = banksOf(request);
  const noun = request.per_lane ? "lanes" : "words";
  let y = HEADER;
  const tops = parts.map((part) => {
    const top = y;
    y += rowsOf(part) * CELL.height + GAP;
    return top;
  });
  return (
    <div class="bm-map">
      <SideScroll>
        <svg
          viewBox={`0 0 ${WIDTH} ${Math.max(y - GAP, HEADER) + 2}`}
          role="img"
          aria-label={describe(request)}
        >
          <Header />
          {parts.map((part, at) => (
            <g key={at}>
              <Lanes part={part} hasTurns={hasPhases} y={tops[at]!} />
              {hasPhases && (
                <Depths
                  part={part}
                  noun={noun}
                  y={tops[at]! + part.lanes.length * CELL.height + 1}
                />
              )}
            </g>
          ))}
        </svg>
      </SideScroll>
      {!hasPhases && <p class="bm-note">The phases of this operation are not known.</p>}
      {hasPhases && !addsUp && (
        <p class="bm-note">
          The wavefronts follow from the measured rule of this operation, not from the depths alone.
        </p>
      )}
      {inactive.length > 0 && inactive.length < 32 && (
        <p class="bm-note">{spellLanes(inactive)} inactive</p>
      )}
    </div>
  );
}

/** What the colors and numbers of maps mean. */
export function Legend({ perLane }: { perLane: boolean }) {
  const depths = ["1", "2", "3–4", "5–8", "9–16", "17–32"];
  return (
    <p class="bm-legend">
      <span>{perLane ? "lanes" : "different words"} of a bank in one phase:</span>
      {depths.map((depth, at) => (
        <span key={depth} class={`bm-swatch bm-swatch-${at + 1}`}>
          {depth}
        </span>
      ))}
      <span>A number in a cell: which turn of its bank serves the lane.</span>
    </p>
  );
}
