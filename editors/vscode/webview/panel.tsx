//===- panel.tsx - What the panel shows -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { render } from "preact";
import { Rounds } from "../../../lib/Output/Html/src/bankmap/Rounds";
import type { PanelState } from "../src/bankMap";

/** The names between backticks of `text` as code. */
function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  return <>{parts.map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>;
}

function Panel({ state }: { state: PanelState }) {
  if (state.kind === "message") return <p class="note">{state.text}</p>;
  const { title, maps, requests } = state.answer;
  return (
    <>
      <h1>
        <Marked text={title} />
      </h1>
      {maps.length > 0 ? (
        // With another access, the slider starts at its worst round.
        <Rounds key={JSON.stringify(maps)} maps={maps} requests={requests} />
      ) : (
        <p class="note">The addresses of this access are not known, so there is nothing to draw.</p>
      )}
    </>
  );
}

const root = document.getElementById("panel")!;
window.addEventListener("message", (event: MessageEvent<PanelState>) => {
  render(<Panel state={event.data} />, root);
});
acquireVsCodeApi().postMessage("ready");
