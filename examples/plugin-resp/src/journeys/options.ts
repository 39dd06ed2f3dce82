import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'

/** Options of the keys of ready-made journeys, and of their values. Data that can be cloned. */
export interface KeySpaceOptions {
  /** Number of keys. Default 10,000. */
  readonly keys?: number
  /** Prefix of keys, before their number. Default `benchpress:`. */
  readonly prefix?: string
  /** Length of a value in bytes. Default 128. */
  readonly size?: number
  /** `text`: letters and digits; `bytes`: any bytes. The value depends on the number of the key. Default `text`. */
  readonly values?: 'text' | 'bytes'
  /** Number of commands of an iteration, one after the other. Default 1. */
  readonly count?: number
  /** Sends the commands of an iteration without waiting for replies in between. Default false. */
  readonly pipeline?: boolean
}

/** Options of the ready-made journey `set`. */
export interface SetJourneyOptions extends KeySpaceOptions {
  /** Order of keys: at `random`, or one iteration after the other, so that `keys / count` iterations set each key. Default `random`. */
  readonly order?: 'random' | 'sequential'
  /** Time for which values are kept, as `30s` or in seconds. Default: forever. */
  readonly ttl?: string | number
}

/** Options of the ready-made journey `get`. */
export interface GetJourneyOptions extends KeySpaceOptions {
  /** Whether a key may be missing. Default false: a missing key counts as a wrong value. */
  readonly nil?: boolean
}

/** Options of the ready-made journey `mixed`. */
export interface MixedJourneyOptions extends GetJourneyOptions {
  /** Share of the commands that get, from 0 to 1; the others set. Default 0.9. */
  readonly reads?: number
  readonly ttl?: string | number
}

type KeySpaceShape = { readonly [Name in keyof KeySpaceOptions]-?: z.ZodDefault<z.ZodType<Required<KeySpaceOptions>[Name]>> }

const positive = 'must be a whole number from 1'
const share = 'must be a number from 0 to 1'
const yesOrNo = z.boolean({ error: 'must be true or false' })
const positiveInt = z.int({ error: positive }).min(1, { error: positive })

const keySpace: KeySpaceShape = {
  keys: positiveInt.default(10_000),
  prefix: z.string({ error: 'must be a text' }).default('benchpress:'),
  size: positiveInt.max(2 ** 29, { error: 'must be at most 536870912, which is what Redis keeps' }).default(128),
  values: z.enum(['text', 'bytes'], { error: 'must be "text" or "bytes"' }).default('text'),
  count: positiveInt.default(1),
  pipeline: yesOrNo.default(false),
}
const ttl = milliseconds.optional()
const nil = yesOrNo.default(false)

/** The options of a key space with their defaults. */
export type ResolvedKeySpace = Required<KeySpaceOptions>

/** Checks and completes the options of `set`. */
export const setSchema: z.ZodType<ResolvedKeySpace & { readonly order: 'random' | 'sequential'; readonly ttl?: number | undefined }> =
  strictObject({
    ...keySpace,
    order: z.enum(['random', 'sequential'], { error: 'must be "random" or "sequential"' }).default('random'),
    ttl,
  })

/** Checks and completes the options of `get`. */
export const getSchema: z.ZodType<ResolvedKeySpace & { readonly nil: boolean }> = strictObject({ ...keySpace, nil })

/** Checks and completes the options of `mixed`. */
export const mixedSchema: z.ZodType<
  ResolvedKeySpace & { readonly nil: boolean; readonly reads: number; readonly ttl?: number | undefined }
> = strictObject({
  ...keySpace,
  nil,
  ttl,
  reads: z.number({ error: share }).min(0, { error: share }).max(1, { error: share }).default(0.9),
})
