import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import { builtInMetric } from './built-in-metrics.ts'
import type { Aggregate, PlainAggregate } from './threshold.ts'
import { parseDuration } from '../../base/units/duration.ts'
import { formatBeside, type Unit } from '../../base/units/format.ts'

/**
 * The kind of an aggregate, which decides how limits are written and figures are shown.
 *
 * - `time`: milliseconds
 * - `share`: from 0 to 1
 * - `perSecond`: a number a second
 * - `number`: anything else, in the metric's own unit
 */
export interface Quantity {
  readonly kind: 'time' | 'share' | 'perSecond' | 'number'
  /** Unit of what is counted; `undefined` without one. */
  readonly unit: string | undefined
}

/** A share of a whole, from 0 to 1. */
export const share: Quantity = { kind: 'share', unit: undefined }

/** A rate per second. */
export const quantityPerSecond: Quantity = { kind: 'perSecond', unit: undefined }

/** The kind of an aggregate of a metric; the aggregate must be one that the metric has. */
export function quantityOf({ type, unit }: MetricDefinition, aggregate: Aggregate): Quantity {
  if (aggregate === 'rate') return type === 'rate' ? share : { kind: 'perSecond', unit }
  // The count of a trend is not a time.
  if (type === 'trend' && aggregate === 'count') return { kind: 'number', unit: undefined }
  return unit === 'ms' && type !== 'counter' ? { kind: 'time', unit } : { kind: 'number', unit }
}

// A trend has every percentile besides these.
const aggregates: Readonly<Record<MetricDefinition['type'], readonly PlainAggregate[]>> = {
  counter: ['count', 'rate'],
  gauge: ['value', 'min', 'max'],
  rate: ['rate'],
  trend: ['median', 'mean', 'min', 'max', 'stdev', 'count'],
}

/** The aggregates of a metric, without percentiles. */
export function aggregatesOf(metric: string, { type }: MetricDefinition): readonly PlainAggregate[] {
  // A test starts and ends without users, so only their maximum is meaningful.
  return builtInMetric(metric)?.kind === 'most' ? ['max'] : aggregates[type]
}

const unitOf: Readonly<Record<Quantity['kind'], Unit>> = { time: 'ms', share: 'share', perSecond: 'per second', number: 'number' }

/**
 * Writes a figure in the unit of its quantity: `231 ms`, `0.31 %`, `98.3/s`, `4,812`.
 *
 * @param limit the limit of the figure, which gets enough digits to show on which side it is
 */
export function formatQuantity(value: number, { kind, unit }: Quantity, limit: number = value): string {
  if (unit === 'bytes') return `${formatBeside(limit, value, 'bytes')}${kind === 'perSecond' ? '/s' : ''}`
  const figure = formatBeside(limit, value, unitOf[kind])
  const amount = unit === undefined || kind === 'time' ? figure : `${figure} ${unit}`
  return kind === 'perSecond' ? `${amount}/s` : amount
}

interface LimitProblem {
  readonly problem: string
  /** The limit that was probably meant. */
  readonly meant?: string
  /** How such limits are written. */
  readonly hint?: string
}

const multiples: Readonly<Record<string, number>> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }
const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

type ReadLimit = { readonly limit: number } | LimitProblem

// How a limit of each kind is read, what it is called, and how it is written.
const kinds: Readonly<
  Record<Quantity['kind'], readonly [(text: string, unit: string | undefined) => ReadLimit | undefined, string, string]>
> = {
  time: [readTime, 'a time', 'write a time such as 200ms or 1.5s'],
  share: [readShare, 'a share', 'write a share such as 1% or 0.01'],
  perSecond: [readPerSecond, 'a rate', 'write a rate such as 100/s or 30/m'],
  number: [(text, unit) => limitOf(readNumber(text, unit)), 'a number', 'write a number such as 1000 or 10k'],
}

/** Parses a limit in the form of its quantity, to milliseconds for times, 0 to 1 for shares, per second for rates. */
export function parseLimit(text: string, { kind, unit }: Quantity): ReadLimit {
  const [read, demanded, hint] = kinds[kind]
  return read(text, unit) ?? { problem: `the limit "${text}" is not ${demanded}`, hint }
}

function readTime(text: string): ReadLimit | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return { problem: `the limit "${text}" has no unit`, meant: `${text}ms` }
  return limitOf(parseDuration(text), 1000)
}

function readShare(text: string): ReadLimit | undefined {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  // Division by a power of ten makes 0.1% exactly the number 0.001.
  const limit = percent === '%' ? Number(digits) / 100 : Number(digits)
  if (limit <= 1) return { limit }
  return { problem: `the limit "${text}" is more than all`, ...(percent === '%' ? { hint: kinds.share[2] } : { meant: `${text}%` }) }
}

function readPerSecond(text: string, unit: string | undefined): ReadLimit | undefined {
  const [, amount, per = ''] = /^(.*?)\s*\/\s*([smh])$/s.exec(text) ?? []
  const number = readNumber(amount ?? text, unit)
  if (number === undefined || per !== '') return limitOf(number, seconds[per])
  return { problem: `the limit "${text}" has no unit`, meant: `${text}/s` }
}

// The unit may follow the number, as in 10 bids; bytes may have a prefix, as in 5MB.
function readNumber(text: string, unit: string | undefined): number | undefined {
  const units = unit === 'bytes' ? ['bytes', 'B'] : [unit ?? '']
  const written = units.find((name) => text.endsWith(name)) ?? ''
  const [, digits, multiple = ''] = /^(-?\d+(?:\.\d+)?)\s*([kKMG]?)\s*$/.exec(text.slice(0, text.length - written.length)) ?? []
  return digits === undefined ? undefined : Number(digits) * (multiples[multiple] ?? 1)
}

function limitOf(read: number | undefined, per = 1): { readonly limit: number } | undefined {
  return read === undefined ? undefined : { limit: read / per }
}
