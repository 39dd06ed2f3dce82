import { createHash } from 'node:crypto'
import { markup, ownMarkup, type Content } from './markup.ts'

/** The parts of a page. */
export interface Page {
  readonly title: string
  readonly style: string
  readonly script: string
  readonly body: Content
}

/**
 * Writes a page as one file, which loads nothing, and whose policy allows only this style sheet and this script, by their hashes.
 */
export function pageOf({ title, style, script, body }: Page): string {
  // The policy consists of hashes alone, so that no text from outside can add a source.
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ownMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="benchpress">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${ownMarkup(style)}</style>
</head>
<body>
${body}
<script>${ownMarkup(script)}</script>
</body>
</html>
`.toString()
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
