//===- page.ts - The page of the panel ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

export interface PageParts {
  /** Where the page may take style sheets from. */
  source: string;
  script: string;
  style: string;
  /** Different for each page. */
  nonce: string;
}

/** A page that runs its own script only and loads nothing from elsewhere. */
export function pageOf({ source, script, style, nonce }: PageParts): string {
  const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Bank Map</title>
</head>
<body>
<main id="panel" aria-live="polite"></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
