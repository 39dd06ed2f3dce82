import { DecodedText, withoutBegunCharacter, type Range } from './decoded-text.ts'

/**
 * Finds secrets in texts, as they are and in the forms in which programs write them: percent-encoded, escaped as in JSON and HTML, in another case as in the
 * name of a host, and in base64, alone or between other bytes as in basic authentication.
 */
export class SecretSearch {
  readonly #secrets: readonly string[]
  readonly #plain: readonly string[]
  readonly #base64: readonly string[]
  /** Whether a secret begins or ends with a backslash, which a decoded text leaves out. */
  readonly #hasBackslashes: boolean
  /** The most characters that a part of a secret has in a text. */
  readonly #reach: number

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
    this.#hasBackslashes = secrets.some((secret) => /^\\|\\$/.test(secret))
    const parts = [...new Set(secrets.flatMap((secret) => [secret, ...linesOf(secret)]))]
    // A secret may look like an encoded one.
    const itself = (part: string): string => Buffer.from(part.replaceAll('\\', '')).toString('latin1')
    const plainOnes = parts.flatMap((part) => [plain(new DecodedText(part).bytes), plain(itself(part))])
    this.#plain = [...new Set(plainOnes)].filter(({ length }) => length >= least)
    this.#base64 = parts.flatMap(base64Of)
    this.#reach = longestCharacter * Math.max(0, ...[...this.#plain, ...this.#base64].map(({ length }) => length))
  }

  /** Replaces each secret; several without a gap are replaced as one. */
  replace(text: string, mark: string): string {
    let shown = ''
    let from = 0
    for (const [start, end] of this.#find(text)) {
      shown += `${text.slice(from, start)}${mark}`
      from = end
    }
    return from === 0 ? text : `${shown}${text.slice(from)}`
  }

  /** Leaves out the end of a text that was cut, as far as it may be the beginning of a secret. */
  dropBegun(text: string): string {
    const start = Math.max(0, text.length - this.#reach)
    const end = text.slice(start)
    const ends = [end, withoutBegunCharacter(end)].map((each) => {
      const decoded = new DecodedText(each)
      const { length } = decoded.bytes
      const begun = Math.max(longestBegun(plain(decoded.bytes), this.#plain), longestBegun(toUrl(decoded.bytes), this.#base64))
      return decoded.placesOf([[length - begun, length]])[0]?.[0] ?? Infinity
    })
    return text.slice(0, start + Math.min(...ends))
  }

  /** The places of all secrets in ascending order, with something between each two. */
  #find(text: string): readonly Range[] {
    const decoded = new DecodedText(text)
    const [written, encoded] = [plain(decoded.bytes), toUrl(decoded.bytes)]
    const found = [
      ...this.#plain.flatMap((part) => findAll(written, part)),
      ...this.#base64.flatMap((part) => findAll(encoded, part).map((range) => widen(encoded, range))),
    ]
    // Without its backslashes a secret may be too short to be looked for.
    const asTheyAre = this.#secrets.flatMap((secret) => findAll(text, secret))
    if (found.length === 0 && asTheyAre.length === 0) return []
    return join([...decoded.placesOf(join(found), this.#hasBackslashes), ...asTheyAre])
  }
}

// A shorter part of a secret would be found in other texts.
const least = 4
const leastOfLine = 8
// Such as a percent sign that is encoded again and again.
const longestCharacter = 12

// Texts are divided into lines.
function linesOf(secret: string): readonly string[] {
  return secret.split(/[\r\n]+/).filter((line) => line.length >= leastOfLine)
}

const controls: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r', '\b': 'b', '\f': 'f' }

// In a form a space is a plus, and what JSON writes as a backslash and a letter has lost its backslash.
function plain(bytes: string): string {
  return bytes.toLowerCase().replaceAll(/[+\t\n\r\b\f]/g, (character) => controls[character] ?? ' ')
}

// Both alphabets of base64 as one.
function toUrl(bytes: string): string {
  return bytes.replaceAll('+', '-').replaceAll('/', '_')
}

/** The characters of base64 that depend on nothing but the text, for each of the places that its first byte can have among three. */
function base64Of(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}

// The characters beside those have some bits of the text.
function widen(encoded: string, [start, end]: Range): Range {
  const before = /[\w-]{0,2}$/.exec(encoded.slice(Math.max(0, start - 2), start))?.[0] ?? ''
  const after = /^[\w-]{0,2}={0,2}/.exec(encoded.slice(end, end + 4))?.[0] ?? ''
  return [start - before.length, end + after.length]
}

function findAll(text: string, part: string): readonly Range[] {
  const found: Range[] = []
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + 1)) found.push([start, start + part.length])
  return found
}

function join(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const [from, to] = joined.at(-1) ?? [start, -1]
    if (start <= to) joined[joined.length - 1] = [from, Math.max(to, end)]
    else joined.push([start, end])
  }
  return joined
}

/** The length of the longest beginning of one of the parts with which a text ends. */
function longestBegun(text: string, parts: readonly string[]): number {
  const lengths = parts.map((part) => {
    let length = Math.min(part.length, text.length)
    while (!text.endsWith(part.slice(0, length))) length -= 1
    return length
  })
  return Math.max(0, ...lengths)
}
