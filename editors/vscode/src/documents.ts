//===- documents.ts - Which documents the server gets ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { TextDocument } from "vscode";
import type { Middleware } from "vscode-languageclient/node";

export const SELECTOR = [
  ...["file", "untitled"].flatMap((scheme) =>
    ["cuda-cpp", "cpp", "c"].map((language) => ({ scheme, language })),
  ),
];

/** The server takes any C++ document for CUDA code, and most of them are not. */
const MARKS = /\b__(global|device|shared)__\b/;

type Document = Pick<TextDocument, "languageId" | "getText"> & {
  uri: { scheme: string; path: string };
};

/** Whether `document` is CUDA code or, as a header of C++, looks like it. */
export function isCuda(document: Document): boolean {
  const { languageId, uri } = document;
  if (!SELECTOR.some((each) => each.language === languageId && each.scheme === uri.scheme)) {
    return false;
  }
  return languageId === "cuda-cpp" || /\.cuh?$/.test(uri.path) || MARKS.test(document.getText());
}

/**
 * Lets only CUDA documents through. A document counts as soon as its text looks
 * like CUDA, and until it is closed. `open` tells the server of a document.
 */
export function onlyCuda(open: (document: TextDocument) => Promise<void>): Middleware {
  const known = new Set<string>();
  const isKnown = (document: TextDocument) => known.has(document.uri.toString());
  return {
    async didOpen(document, next) {
      if (!isCuda(document)) return;
      known.add(document.uri.toString());
      await next(document);
    },
    async didChange(event, next) {
      if (isKnown(event.document)) return next(event);
      // Sends the whole text, through didOpen above.
      if (isCuda(event.document)) await open(event.document);
    },
    async didSave(document, next) {
      if (isKnown(document)) await next(document);
    },
    async didClose(document, next) {
      if (known.delete(document.uri.toString())) await next(document);
    },
    provideHover: (document, position, token, next) =>
      isKnown(document) ? next(document, position, token) : null,
    provideCodeActions: (document, range, context, token, next) =>
      isKnown(document) ? next(document, range, context, token) : null,
    provideCodeLenses: (document, token, next) =>
      isKnown(document) ? next(document, token) : null,
    provideInlayHints: (document, range, token, next) =>
      isKnown(document) ? next(document, range, token) : null,
  };
}
