import { isSecretName, redacted } from '@benchpress/core/machines'

/** Encodes the value of a variable as it is in a text: as it is, in a URL, in a form, or in a JSON string. */
const writings = {
  plain: (value: string) => value,
  url: (value: string) => encodeURIComponent(value.toWellFormed()),
  form: (value: string) => new URLSearchParams([['', value]]).toString().slice(1),
  json: (value: string) => JSON.stringify(value).slice(1, -1),
} as const

const basic = /^(\s*Basic\s+)([\w+/=-]+)\s*$/i

/** Writes the UTF-8 bytes of a text as one character each. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Fills in the values of variables where a text has marks for them. */
export function fillMarks(text: string, mark: string, isBytes: boolean, valueOf: (variable: string) => string): string {
  return replaceMarks(text, mark, {
    variable: (variable, write) => (isBytes ? asBytes(write(valueOf(variable))) : write(valueOf(variable))),
    base64: (inner) => Buffer.from(inner).toString('base64'),
  })
}

/** Shows a text as a result file would, in which the values that its marks stand for are hidden. */
export function hideMarks(text: string, mark: string): string {
  return replaceMarks(text, mark, { variable: () => redacted, base64: () => redacted })
}

interface Replacing {
  readonly variable: (name: string, write: (value: string) => string) => string
  /** Of the user and password of basic authentication. */
  readonly base64: (inner: string) => string
}

function replaceMarks(text: string, mark: string, { variable, base64 }: Replacing): string {
  if (!text.includes(mark)) return text
  const marks = new RegExp(`${mark}(${Object.keys(writings).join('|')}):([^]*?)${mark}`, 'g')
  const filled = text.replaceAll(marks, (_, as: keyof typeof writings, name: string) => variable(name, writings[as]))
  return filled.replaceAll(new RegExp(`${mark}base64:([^]*?)${mark}`, 'g'), (_, inner: string) => base64(inner))
}

// As for the secrets of a config: a shorter text occurs by chance.
const shortest = 4
// Variables that differ by machine, and whose values occur by chance.
const ofMachine = new Set(['HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'OLDPWD', 'PATH', 'PWD', 'SHELL', 'SHLVL', 'TERM', 'TMPDIR', 'USER', '_'])
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
  readonly #known: readonly (readonly [name: string, value: string])[]
  readonly #mark: string
  readonly #texts: Needles
  readonly #bytes: Needles

  /**
   * @param secrets values that are secret whatever the name of their variable
   * @param mark a text that occurs in no other text, on both sides of the name of each variable whose value is removed
   */
  constructor(env: NodeJS.ProcessEnv, secrets: readonly string[], mark: string) {
    this.#mark = mark
    this.#known = Object.entries(env).flatMap(([name, value = '']) =>
      value.length >= shortest && !ofMachine.has(name) ? [[name, value] as const] : [],
    )
    const secret = this.#known.filter(([name, value]) => isSecretName(name) || secrets.includes(value))
    this.values = secret.map(([, value]) => value)
    this.#texts = new Needles(secret, (text) => text)
    this.#bytes = new Needles(secret, asBytes)
  }

  /** Puts marks in place of the values of secret variables. */
  takeOut(text: string, isBytes: boolean): string {
    const [, scheme = '', encoded = ''] = basic.exec(text) ?? []
    const inner = Buffer.from(encoded, 'base64').toString()
    const marked = this.#texts.replaceIn(inner, this.#mark)
    if (marked !== inner) return `${scheme}${this.#mark}base64:${marked}${this.#mark}`
    return (isBytes ? this.#bytes : this.#texts).replaceIn(text, this.#mark)
  }

  /** Finds the secret variable whose value is in the bytes of a file, given as one character each; `undefined` without one. */
  firstIn(bytes: string): string | undefined {
    return this.#bytes.firstIn(bytes)
  }

  /**
   * Puts a mark into a text that is secret as a whole, such as a header: the whole text, or everything after a scheme such as `Bearer`, may be the value
   * of any variable; `undefined` where it is none.
   */
  takeOutWhole(text: string): string | undefined {
    const [, scheme = '', value = ''] = /^((?:[\w-]+[ =])?)([^]*)$/.exec(text) ?? []
    const [variable, is] = this.#known.find(([, known]) => known === text || known === value) ?? []
    return variable === undefined ? undefined : `${is === text ? '' : scheme}${this.#mark}plain:${variable}${this.#mark}`
  }
}

/** The texts in which values of variables may occur. */
class Needles {
  readonly #marks = new Map<string, readonly [as: string, variable: string]>()
  readonly #pattern: RegExp

  constructor(variables: readonly (readonly [name: string, value: string])[], encode: (text: string) => string) {
    for (const [name, value] of variables)
      for (const [as, write] of Object.entries(writings)) {
        const needle = encode(write(value))
        if (!this.#marks.has(needle)) this.#marks.set(needle, [as, name])
      }
    // The longest values first, so that no value is cut by a shorter one within it.
    const longest = [...this.#marks.keys()].toSorted((one, other) => other.length - one.length)
    this.#pattern = new RegExp(longest.map((needle) => needle.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|') || '(?!)', 'g')
  }

  replaceIn(text: string, mark: string): string {
    return text.replaceAll(this.#pattern, (needle) => `${mark}${this.#marks.get(needle)?.join(':')}${mark}`)
  }

  firstIn(text: string): string | undefined {
    return this.#marks.get(text.match(this.#pattern)?.[0] ?? '')?.[1]
  }
}
