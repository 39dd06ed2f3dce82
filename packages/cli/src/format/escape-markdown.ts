const entities: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' }

/**
 * Makes a text from outside, such as an error message of a target, safe inside one line of Markdown or one table cell.
 *
 * Line breaks and other control characters become spaces, and nothing in it is read as Markdown or HTML.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\\`*_{}[\]<|#~&]|^>/g, (character) => entities[character] ?? `\\${character}`)
}
