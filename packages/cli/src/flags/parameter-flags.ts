import type { Parameter, Preset } from '@benchpress/core/preset'
import { completeUrl, flag, readNumber, readTextFile, switchFlag, type Flag, type FlagContext, type Flags } from './flag.ts'

/** The flags of a preset by their keys: one for each parameter that no other flag stands for. */
export function flagsOfPreset({ parameters = {} }: Pick<Preset, 'parameters'>): Flags {
  const own = Object.entries(parameters).filter(([, { setting }]) => setting === undefined)
  return Object.fromEntries(own.map(([key, parameter]) => [key, flagOf(key, parameter)]))
}

function flagOf(key: string, parameter: Parameter): Flag<unknown> {
  const { kind, says, variable } = parameter
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const known = describeDefault(parameter)
  const facts = {
    ...(known !== undefined && { default: known }),
    ...(variable !== undefined && { env: variable }),
    ...(kind === 'word' && { words: parameter.words }),
    isSecret: kind === 'secret' || kind === 'file',
  }
  if (kind === 'switch') return switchFlag(`--${name}`, says, facts)
  const value = kind === 'word' || kind === 'text' || kind === 'secret' ? name : kind
  return flag(`--${name} <${value}>`, says, readers[kind] ?? ((text) => text), facts)
}

// Any other value is its text; the values are checked together.
const readers: { readonly [Kind in Parameter['kind']]?: (text: string, context: FlagContext) => unknown } = {
  count: (text) => readNumber(text),
  share: (text) => readNumber(text),
  number: (text) => readNumber(text),
  url: (text) => completeUrl(text),
  file: readTextFile,
}

function describeDefault({ kind, default: documented, defaultSays }: Parameter): string | undefined {
  if (defaultSays !== undefined) return defaultSays
  if (documented === undefined || documented === false || documented === '') return undefined
  const text = typeof documented === 'number' ? documented.toLocaleString('en-US', { maximumFractionDigits: 6 }) : documented
  return `the documented ${text}${kind === 'time' ? ' s' : ''}`
}
