import { printable } from '../format/texts.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What {@link markup} makes of a text that is given to it; nothing is left out but `undefined`. */
export type Content = Markup | string | number | undefined | readonly Content[]

/** HTML as it is written into a page. Only {@link markup} makes it of texts, which it escapes, and {@link ownMarkup} of what stands in these sources. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Writes HTML: every text that is put into it, also into a quoted attribute, is escaped, and control and invisible characters are made visible. */
export function markup(pieces: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(pieces.map((piece, index) => `${piece}${write(contents[index])}`).join(''))
}

/** HTML, a style sheet or a script of our own, as it stands. Never for a text from outside. */
export function ownMarkup(text: string): Markup {
  return new Markup(text)
}

function write(content: Content): string {
  if (content === undefined) return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content))
  return content instanceof Markup ? content.toString() : content.map(write).join('')
}

function escapeHtml(text: string): string {
  return printable(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
