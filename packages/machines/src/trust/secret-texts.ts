import { isSecretName, redacted } from '@benchpress/core/machines'

/** The encoding of a variable's value in a text: none, of a URL, of a form, or of a JSON string. */
type Writing = 'plain' | 'url' | 'form' | 'json'

/** A piece of a text: a visible text, or the variable of the environment whose value belongs there. */
export type Piece = string | { readonly variable: string; readonly as: Writing }

/** A text without the values of variables; `base64` for the user and password of basic authentication. */
export interface SafeText {
  readonly pieces: readonly Piece[]
  readonly base64: boolean
}

// As for the secrets of a config: a shorter text occurs by chance.
const shortest = 4
// Variables that differ by machine, and whose values occur by chance.
const ofMachine = new Set(['HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'OLDPWD', 'PATH', 'PWD', 'SHELL', 'SHLVL', 'TERM', 'TMPDIR', 'USER', '_'])
const basic = /^(\s*Basic\s+)([\w+/=-]+)\s*$/i

interface Needle {
  readonly needle: string
  readonly piece: Piece
}

/** Writes the UTF-8 bytes of a text as one character each. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

const writings: Readonly<Record<Writing, (value: string) => string>> = {
  plain: (value) => value,
  url: (value) => encodeURIComponent(value.toWellFormed()),
  form: (value) => new URLSearchParams([['', value]]).toString().slice(1),
  json: (value) => JSON.stringify(value).slice(1, -1),
}

/** Encodes a variable's value for a text. */
export function writeValue(value: string, as: Writing): string {
  return writings[as](value)
}

// A shorter value would be found in unrelated texts, such as `AUTH_MODE=open` in any `open`.
const shortestAnywhere = 8

/** An environment without variables whose values are too short to be searched for in any text, unless `isKept` keeps them. */
export function longVariables(env: NodeJS.ProcessEnv, isKept: (name: string, value: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value = '']) => value.length >= shortestAnywhere || isKept(name, value)))
}

/** The variables of an environment whose values texts may contain. */
export class SecretVariables {
  /** The values of the secret variables. */
  readonly values: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  readonly #needles: readonly Needle[]

  /** @param secrets values that are secret whatever the name of their variable */
  constructor(env: Readonly<Record<string, string | undefined>>, secrets: readonly string[]) {
    const known = Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].length >= shortest && !ofMachine.has(entry[0]),
    )
    this.#env = Object.fromEntries(known)
    const secret = known.filter(([name, value]) => isSecretName(name) || secrets.includes(value))
    this.values = secret.map(([, value]) => value)
    // The longest values first, so that no value is cut by a shorter one within it.
    this.#needles = secret.flatMap(needlesOf).toSorted((one, other) => other.needle.length - one.needle.length)
  }

  /**
   * Removes the values of secret variables from a text; `undefined` where it contains none.
   *
   * @param encode encodes other than ASCII characters as the text does
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

  /** Finds the secret variable whose value is in the bytes of a file, given as one character each; `undefined` without one. */
  firstIn(bytes: string): string | undefined {
    const piece = this.#findFirst(bytes, asBytes)?.piece
    return typeof piece === 'object' ? piece.variable : undefined
  }

  /**
   * Removes values from a text that is secret as a whole, such as a header: the whole text, or everything after a scheme such as `Bearer`, may be the value of
   * any variable.
   */
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

/** Shows a safe text with a mark in place of each value. */
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
