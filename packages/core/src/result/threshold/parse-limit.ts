import { parseDuration } from '../../base/units/duration.ts'
import type { Quantity } from './quantity.ts'

/** What a limit should have been. */
interface LimitProblem {
  readonly problem: string
  /** The limit that was probably meant. */
  readonly meant?: string
  /** How such limits are written. */
  readonly hint?: string
}

const multiples: Readonly<Record<string, number>> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }
const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const hints: Readonly<Record<Quantity['kind'], string>> = {
  time: 'write a time such as 200ms or 1.5s',
  share: 'write a share such as 1% or 0.01',
  perSecond: 'write a rate such as 100/s or 30/m',
  number: 'write a number such as 1000 or 10k',
}

/** Reads a limit in the way its quantity is written; gives milliseconds for times, 0 to 1 for shares, per second for rates. */
export function parseLimit(text: string, quantity: Quantity): { readonly limit: number } | LimitProblem {
  switch (quantity.kind) {
    case 'time':
      return parseTime(text)
    case 'share':
      return parseShare(text)
    case 'perSecond':
      return parsePerSecond(text, quantity.unit)
    case 'number':
      return parseNumber(text, quantity.unit)
  }
}

function parseTime(text: string): { limit: number } | LimitProblem {
  if (/^\d+(?:\.\d+)?$/.test(text)) return { problem: `the limit "${text}" has no unit`, meant: `${text}ms` }
  const microseconds = parseDuration(text)
  return microseconds === undefined ? unreadable(text, 'a time', 'time') : { limit: microseconds / 1000 }
}

function parseShare(text: string): { limit: number } | LimitProblem {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) ?? []
  if (digits === undefined) return unreadable(text, 'a share', 'share')
  // Divided by a power of ten, so that 0.1% is the number 0.001 and not one beside it.
  const limit = percent === '%' ? Number(digits) / 100 : Number(digits)
  if (limit <= 1) return { limit }
  const problem = `the limit "${text}" is more than all`
  return percent === '%' ? { problem, hint: hints.share } : { problem, meant: `${text}%` }
}

function parsePerSecond(text: string, unit: string | undefined): { limit: number } | LimitProblem {
  const [, amount, per] = /^(.*?)\s*\/\s*([smh])$/s.exec(text) ?? []
  const number = readNumber(amount ?? text, unit)
  if (number === undefined) return unreadable(text, 'a rate', 'perSecond')
  const length = seconds[per ?? '']
  return length === undefined ? { problem: `the limit "${text}" has no unit`, meant: `${text}/s` } : { limit: number / length }
}

function parseNumber(text: string, unit: string | undefined): { limit: number } | LimitProblem {
  const limit = readNumber(text, unit)
  return limit === undefined ? unreadable(text, 'a number', 'number') : { limit }
}

// The unit may be written behind the number, as in 10 bids; bytes as people write them, as in 5MB.
function readNumber(text: string, unit: string | undefined): number | undefined {
  const units = unit === 'bytes' ? ['bytes', 'B'] : [unit ?? '']
  const written = units.find((name) => text.endsWith(name)) ?? ''
  const [, digits, multiple = ''] = /^(-?\d+(?:\.\d+)?)\s*([kKMG]?)\s*$/.exec(text.slice(0, text.length - written.length)) ?? []
  return digits === undefined ? undefined : Number(digits) * (multiples[multiple] ?? 1)
}

function unreadable(text: string, demanded: string, kind: Quantity['kind']): LimitProblem {
  return { problem: `the limit "${text}" is not ${demanded}`, hint: hints[kind] }
}
