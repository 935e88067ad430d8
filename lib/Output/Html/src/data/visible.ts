//===- visible.ts - Characters that hide ----------------------------------===//
// Characters that nobody sees can make a text look like another one: those that
// turn its direction also turn what stands beside it. They are written out.
//
//===----------------------------------------------------------------------===//

const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON may have them as escapes, too. */
const MAY_HIDE = new RegExp(`${HIDDEN.source}|\\\\u`);

/** Lines that columns count in; who shows them calls visible(). */
const SOURCE_LINES = ["lines", "before", "after"];

export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `\\u${code.padStart(4, "0")}`;
  });
}

function write(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (typeof value !== "object" || value === null) return value;
  const entries = value as Record<string, unknown>;
  for (const key of Object.keys(entries)) {
    if (!SOURCE_LINES.includes(key)) entries[key] = write(entries[key]);
  }
  return value;
}

/** Writes out the hidden characters of all texts but source lines. */
export function parseVisible(json: string): unknown {
  const document = JSON.parse(json) as unknown;
  return MAY_HIDE.test(json) ? write(document) : document;
}
