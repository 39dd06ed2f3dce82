import type { Settings } from '../config/change/settings.ts'

/** What is common to the parameters of all kinds. */
interface Common<Value> {
  /** What it is, as the help of its flag has it: `connections that are held, each for its ids`. */
  readonly says: string
  /** The documented value; the value is `undefined` without one, unless it is given. */
  readonly default?: Value
  /** The documented value, where the default is another one. */
  readonly documented?: Value
  /** What the help says of the default, where that is no single value: `twice the timeout`. */
  readonly defaultSays?: string
  /** Environment variable of the published test that has the same effect. */
  readonly variable?: string
  /**
   * The setting of every command, or `path` for the path of the URL, that gives the value. The parameter then has no flag of its own, and the setting is not
   * applied to the suite once more.
   */
  readonly setting?: keyof Settings | 'path'
}

/**
 * A parameter of a published test as data: its kind, its documented value and what it is. The command makes a flag of it, named after its key (`pageSize` is
 * `--page-size`), and the report lists where its value differs from the documented one.
 *
 * A `count` is a whole number of at least `least` (1), a `share` from 0 to 1, a `number` above 0, a `rate` per second, and a `time` in seconds. A `switch` is off by default. A `path`
 * begins with `/`. A `secret` is text that no report shows, and so is the text of a `file`. `--scale` multiplies a count or a rate that `isScaled`; a suite with
 * such parameters is not scaled otherwise.
 */
export type Parameter =
  | ({ readonly kind: 'count'; readonly least?: number; readonly isScaled?: boolean } & Common<number>)
  | ({ readonly kind: 'rate'; readonly isScaled?: boolean } & Common<number>)
  | ({ readonly kind: 'share' | 'number' | 'time' } & Common<number>)
  | ({ readonly kind: 'switch' } & Common<false>)
  | ({ readonly kind: 'word'; readonly words: readonly string[] } & Common<string>)
  | ({ readonly kind: 'text' | 'path' | 'url' | 'secret' | 'file' } & Common<string>)
  | ({ readonly kind: 'sweep'; readonly setting: 'sweep' } & Common<never>)

/** The parameters of a preset by their keys, in camel case. */
export type Parameters = Readonly<Record<string, Parameter>>

interface ValueOfKind {
  readonly count: number
  readonly rate: number
  readonly share: number
  readonly number: number
  readonly time: number
  readonly switch: boolean
  readonly text: string
  readonly path: string
  readonly url: string
  readonly secret: string
  readonly file: string
  readonly sweep: NonNullable<Settings['sweep']>
}

type ValueOf<One> = One extends { readonly words: readonly (infer Word)[] }
  ? Word
  : One extends { readonly kind: infer Kind extends keyof ValueOfKind }
    ? ValueOfKind[Kind]
    : never

type HasValue<One> = One extends { readonly default: unknown } | { readonly kind: 'switch' } ? never : undefined

/** The types of the values of parameters that are written `as const`: `undefined` is possible for those without a default. */
export type ValuesOf<All extends Parameters> = { readonly [Key in keyof All]: ValueOf<All[Key]> | HasValue<All[Key]> }
