import type { Breakage } from './registry.ts'

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables, and collects everything that is wrong with them, one line for each problem. */
export class SettingsReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  /** Reads the text of a variable; `undefined` when it is empty. */
  text(name: string): string | undefined {
    return this.#env[name] || undefined
  }

  /** Reads a whole number within limits. */
  whole(name: string, least: number, most: number): number | undefined {
    const given = this.text(name)
    if (given === undefined) return undefined
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
    if (number >= least && number <= most) return number
    this.problems.push(`${name}: "${given}" is not a whole number from ${least} to ${most}`)
    return undefined
  }

  /** Reads one of a few words. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const given = this.text(name)
    if (given === undefined) return undefined
    const word = words.find((known) => known === given)
    if (word === undefined) this.problems.push(`${name}: "${given}" is not ${words.join(' or ')}`)
    return word
  }

  /** `HOST`, `PORT` and `BREAK`, which every program has. */
  common(): { readonly host: string; readonly port: number | undefined; readonly break: Breakage | undefined } {
    return { host: this.text('HOST') ?? '127.0.0.1', port: this.whole('PORT', 0, 65_535), break: this.oneOf('BREAK', ['arguments']) }
  }
}
