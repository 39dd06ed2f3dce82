import { printable } from '../../format/texts.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A value that {@link markup} accepts; only `undefined` is left out. */
export type Content = Markup | string | number | undefined | readonly Content[]

/** HTML that is safe to write into a page. It is made by {@link markup}, which escapes texts, and by {@link ownMarkup}, for HTML of these sources. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Writes HTML from a template: every interpolated text is escaped, also in a quoted attribute, and control and invisible characters are made visible. */
export function markup(pieces: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(pieces.map((piece, index) => `${piece}${write(contents[index])}`).join(''))
}

/** Takes HTML, a style sheet or a script of these sources as it is; never to be called with a text from outside. */
export function ownMarkup(text: string): Markup {
  return new Markup(text)
}

function write(content: Content): string {
  if (content === undefined) return ''
  if (typeof content === 'string' || typeof content === 'number')
    return printable(String(content)).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
  return content instanceof Markup ? content.toString() : content.map(write).join('')
}
