import { isSecretName, redacted } from '@benchpress/core/machines'

/** How a variable's value stands in a text: as it is, as in a URL, as in a form, or as in a string of JSON. */
type Writing = 'plain' | 'url' | 'form' | 'json'

/** A piece of a text: one that may be seen, or a variable of the environment whose value belongs there. */
export type Piece = string | { readonly variable: string; readonly as: Writing }

/** A text without the values of variables; `base64` where it was the user and password of basic authentication. */
export interface SafeText {
  readonly pieces: readonly Piece[]
  readonly base64: boolean
}

// As for the secrets of a config: a shorter text occurs by chance.
const shortest = 4
// They are others on each machine, and what they hold occurs by chance.
const ofMachine = new Set(['HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'OLDPWD', 'PATH', 'PWD', 'SHELL', 'SHLVL', 'TERM', 'TMPDIR', 'USER', '_'])
const basic = /^(\s*Basic\s+)([\w+/=-]+)\s*$/i

interface Needle {
  readonly needle: string
  readonly piece: Piece
}

/** A text as its bytes in UTF-8, a character for each. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

const writings: Readonly<Record<Writing, (value: string) => string>> = {
  plain: (value) => value,
  url: (value) => encodeURIComponent(value.toWellFormed()),
  form: (value) => new URLSearchParams([['', value]]).toString().slice(1),
  json: (value) => JSON.stringify(value).slice(1, -1),
}

/** Writes a variable's value as it stood in a text. */
export function writeValue(value: string, as: Writing): string {
  return writings[as](value)
}

// A shorter text is found in texts that have nothing to do with it: `AUTH_MODE=open` in any `open`.
const shortestAnywhere = 8

/** An environment without the variables that are too short to be looked for in any text, but for those that are kept. */
export function longVariables(env: NodeJS.ProcessEnv, isKept: (name: string, value: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value = '']) => value.length >= shortestAnywhere || isKept(name, value)))
}

/** The variables of an environment that texts may hold the values of. */
export class SecretVariables {
  /** The values of those that are secret. */
  readonly values: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  readonly #needles: readonly Needle[]

  /** @param secrets values that are secret whatever their variable is called */
  constructor(env: Readonly<Record<string, string | undefined>>, secrets: readonly string[]) {
    const known = Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].length >= shortest && !ofMachine.has(entry[0]),
    )
    this.#env = Object.fromEntries(known)
    const secret = known.filter(([name, value]) => isSecretName(name) || secrets.includes(value))
    this.values = secret.map(([, value]) => value)
    // The longest first, so that no value is cut by one that is a part of it.
    this.#needles = secret.flatMap(needlesOf).toSorted((one, other) => other.needle.length - one.needle.length)
  }

  /**
   * Takes the values of secret variables out of a text; `undefined` where it holds none.
   *
   * @param encode how the text writes what is not ASCII
   */
  takeOut(text: string, encode: (text: string) => string = (same) => same): SafeText | undefined {
    const [, scheme, encoded] = basic.exec(text) ?? []
    if (scheme !== undefined && encoded !== undefined) {
      const inner = this.#split(Buffer.from(encoded, 'base64').toString(), encode)
      if (inner.length > 1 || typeof inner[0] === 'object') return { pieces: [scheme, ...inner], base64: true }
    }
    const pieces = this.#split(text, encode)
    return pieces.some((piece) => typeof piece === 'object') ? { pieces, base64: false } : undefined
  }

  /** Names the secret variable whose value stands in the bytes of a file, a character for each byte; `undefined` where none does. */
  firstIn(bytes: string): string | undefined {
    const piece = this.#findFirst(bytes, asBytes)?.piece
    return typeof piece === 'object' ? piece.variable : undefined
  }

  /** The same for a text that is secret as a whole, such as a header: the whole of it, or all behind a scheme such as `Bearer`, is the value of any variable. */
  takeOutWhole(text: string): SafeText | undefined {
    const [, scheme = '', value = ''] = /^((?:[\w-]+[ =])?)([^]*)$/.exec(text) ?? []
    for (const [variable, is] of Object.entries(this.#env)) {
      if (is === text) return { pieces: [{ variable, as: 'plain' }], base64: false }
      if (is === value) return { pieces: [scheme, { variable, as: 'plain' }], base64: false }
    }
    return undefined
  }

  #split(text: string, encode: (text: string) => string): readonly Piece[] {
    const pieces: Piece[] = []
    let rest = text
    while (rest !== '') {
      const found = this.#findFirst(rest, encode)
      if (found === undefined) break
      if (found.at > 0) pieces.push(rest.slice(0, found.at))
      pieces.push(found.piece)
      rest = rest.slice(found.at + found.needle.length)
    }
    return rest === '' ? pieces : [...pieces, rest]
  }

  #findFirst(text: string, encode: (text: string) => string): (Needle & { readonly at: number }) | undefined {
    let first: (Needle & { readonly at: number }) | undefined
    for (const { needle, piece } of this.#needles) {
      const encoded = encode(needle)
      const at = text.indexOf(encoded)
      if (at !== -1 && (first === undefined || at < first.at)) first = { at, needle: encoded, piece }
    }
    return first
  }
}

/** How a safe text is shown: with a mark in place of each value. */
export function showSafe({ pieces, base64 }: SafeText): string {
  return base64 ? redacted : pieces.map((piece) => (typeof piece === 'string' ? piece : redacted)).join('')
}

function needlesOf([variable, value]: readonly [string, string]): Needle[] {
  const texts = new Map<string, Piece>()
  for (const as of Object.keys(writings) as Writing[]) {
    const text = writeValue(value, as)
    if (!texts.has(text)) texts.set(text, { variable, as })
  }
  return Array.from(texts, ([needle, piece]) => ({ needle, piece }))
}
