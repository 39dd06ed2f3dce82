import { printable } from './printable.ts'

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' }

/**
 * Makes a text from outside, such as an error message of a target, safe inside one line of Markdown or one table cell.
 *
 * Line breaks, control and invisible characters are written as {@link printable} does, and nothing in it is read as Markdown or HTML.
 */
export function escapeMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<|#~&]|^>/g, (character) => entities[character] ?? `\\${character}`)
}
