// One match for each character that is not written as itself: percent-encoded, in HTML, in JSON, or beyond ASCII; and for backslashes, which escape what follows
// them. Each match takes its whole run, so that a text takes time in proportion to its length.
const written =
  /%(?:25)*[\da-f]{2}|&(?:amp;)*(?:#\d{1,7}|#x[\da-f]{1,6}|quot|apos|amp|lt|gt);|\\+ud[89ab][\da-f]{2}\\+ud[c-f][\da-f]{2}|\\+u[\da-f]{4}|\\+|[^\0-\u007f]/giu
const isWritten = /[%&\\\u0080-\uffff]/
// What may be the beginning of such a character at the end of a text.
const begunCharacter = /(?:%(?:25)*[\da-f]?|&(?:amp;)*[#\w]{0,8}|\\+(?:u[\da-f]{0,3})?)$/i
const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

/** The first place, and the one after the last. */
export type Range = readonly [start: number, end: number]

/** A part of a text and the bytes that it stands for: each of its characters for one byte, or all of it together. */
interface Segment {
  readonly from: number
  readonly to: number
  readonly bytes: string
}

/**
 * The bytes of a text in UTF-8, a character for each, with nothing encoded or escaped any more, and where in the text each of them is written.
 *
 * Backslashes are left out, because most of them only escape what follows.
 */
export class DecodedText {
  readonly bytes: string
  readonly #segments: readonly Segment[]

  constructor(text: string) {
    this.#segments = isWritten.test(text) ? decode(text) : [{ from: 0, to: text.length, bytes: text }]
    this.bytes = this.#segments.map(({ bytes }) => bytes).join('')
  }

  /**
   * Where ranges of bytes, in ascending order, are written in the text.
   *
   * @param withBackslashes whether the backslashes on both sides are part of a range
   */
  placesOf(ranges: readonly Range[], withBackslashes: boolean = false): readonly Range[] {
    let index = 0
    let before = 0
    const placeOf = (byte: number): Range => {
      for (let segment = this.#segments[index]; segment !== undefined; segment = this.#segments[++index]) {
        const { from, to, bytes } = segment
        const place = from + byte - before
        if (byte < before + bytes.length) return to - from === bytes.length ? [place, place + 1] : [from, to]
        before += bytes.length
      }
      return [Infinity, Infinity]
    }
    const places = ranges.map(([start, end]): Range => [placeOf(start)[0], placeOf(end - 1)[1]])
    return withBackslashes ? places.map((place) => this.#withBackslashes(place)) : places
  }

  #withBackslashes([start, end]: Range): Range {
    let [from, to] = [start, end]
    const backslashes = this.#segments.filter(({ bytes }) => bytes === '')
    for (const segment of backslashes.toReversed()) if (segment.to === from) from = segment.from
    for (const segment of backslashes) if (segment.from === to) to = segment.to
    return [from, to]
  }
}

function decode(text: string): readonly Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(written)) {
    if (index > from) segments.push({ from, to: index, bytes: text.slice(from, index) })
    from = index + character.length
    segments.push({ from: index, to: from, bytes: bytesOf(character) })
  }
  segments.push({ from, to: text.length, bytes: text.slice(from) })
  return segments
}

function bytesOf(character: string): string {
  const first = character.charAt(0)
  const byte = first === '%' ? String.fromCharCode(Number.parseInt(character.slice(-2), 16)) : undefined
  const decoded = first === '&' ? ofEntity(character) : first === '\\' ? ofUnits(character) : character
  const bytes = byte ?? Buffer.from(decoded).toString('latin1')
  return bytes === '\\' ? '' : bytes
}

function ofEntity(character: string): string {
  const name = character.slice(character.lastIndexOf(';', character.length - 2) + 1, -1).replace(/^&/, '')
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? ''
  const code = Number(name.replace('#', '').replace(/^x/i, '0x'))
  return code <= 0x10ffff ? String.fromCodePoint(code) : character
}

// Empty for backslashes alone.
function ofUnits(character: string): string {
  const units = /u/i.test(character) ? character.split(/\\+u/i).slice(1) : []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}

/** A text without what may be the beginning of a character that is not written as itself. */
export function withoutBegunCharacter(text: string): string {
  return text.replace(begunCharacter, '')
}
