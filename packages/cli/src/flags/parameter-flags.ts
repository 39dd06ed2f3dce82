import {
  flag,
  InvalidFlagError,
  parseCount,
  parseTime,
  parseUrl,
  parseWord,
  readTextFile,
  secondsOfTime,
  switchFlag,
} from '@benchpress/core/preset'
import type { Flag, Parameter, Preset } from '@benchpress/core/preset'
import { parseRate } from '@benchpress/core/report'

type Flags = Readonly<Record<string, Flag<unknown>>>

/** The flags of a preset by their keys: one for each parameter that no other flag stands for, and its other flags. */
export function flagsOfPreset({ parameters = {}, flags = {} }: Preset): Flags {
  const own = Object.entries(parameters).flatMap(([key, parameter]) =>
    parameter.setting === undefined ? [[key, flagOf(key, parameter)] as const] : [],
  )
  return { ...Object.fromEntries(own), ...(flags as Flags) }
}

function flagOf(key: string, parameter: Parameter): Flag<unknown> {
  const { kind, says, variable } = parameter
  const name = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const known = describeDefault(parameter)
  const facts = {
    ...(known !== undefined && { default: known }),
    ...(variable !== undefined && { env: variable }),
    ...(kind === 'word' && { words: parameter.words }),
  }
  if (kind === 'switch') return switchFlag(name, says, facts)
  const value =
    kind === 'word' || kind === 'text' || kind === 'secret' ? key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : kind
  return flag(
    `${name} <${value}>`,
    says,
    (text, context) => (kind === 'file' ? readTextFile(text, context) : parse(text, parameter)),
    facts,
  )
}

function describeDefault({ kind, default: documented, defaultSays }: Parameter): string | undefined {
  if (defaultSays !== undefined) return defaultSays
  if (documented === undefined || documented === false || documented === '') return undefined
  const text = typeof documented === 'number' ? documented.toLocaleString('en-US', { maximumFractionDigits: 6 }) : String(documented)
  return `the documented ${text}${kind === 'time' ? ' s' : ''}`
}

function parse(text: string, parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'count':
      return parseCount(text, parameter.least)
    case 'share':
      return parseShare(text)
    case 'number':
      return parseNumber(text)
    case 'rate':
      return parsePerSecond(text)
    case 'time':
      return secondsOfTime(parseTime(text, 'refuse-zero'))
    case 'word':
      return parseWord(text, parameter.words)
    case 'url':
      return parseUrl(text)
    case 'urls':
      return text.split(',').map((url) => parseUrl(url.trim()))
    case 'path':
      return parsePath(text)
    case 'secret':
      return parseSecret(text)
    default:
      return text
  }
}

function parseShare(text: string): number {
  const share = Number(text)
  if (text.trim() === '' || !(share >= 0 && share <= 1)) throw new InvalidFlagError('must be a number from 0 to 1, such as 0.01')
  return share
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!(number > 0 && Number.isFinite(number))) throw new InvalidFlagError('must be a number above 0, such as 0.5')
  return number
}

function parsePerSecond(text: string): number {
  const perSecond = parseRate(text)
  if (perSecond === undefined || perSecond === 0) throw new InvalidFlagError('must be a rate such as 500 (per second), 500/s or 30/m')
  return perSecond
}

function parsePath(text: string): string {
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/]*$/.test(text)) throw new InvalidFlagError('must be a path such as /api')
  return text
}

function parseSecret(text: string): string {
  // Redacting a shorter secret would hide half of every text.
  if (text.length < 4 || /[^\u0021-\u007e]/.test(text))
    throw new InvalidFlagError('must be at least 4 printable characters without spaces', { shown: '…' })
  return text
}
