import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'

/** The keys that ready-made journeys use, and what they hold. Data that can be cloned. */
export interface KeySpaceOptions {
  /** How many keys there are. Default 10,000. */
  readonly keys?: number
  /** What keys begin with; their number follows. Default `benchpress:`. */
  readonly prefix?: string
  /** Length of a value in bytes. Default 128. */
  readonly size?: number
  /** `text`: letters and digits; `bytes`: any bytes. Which ones follows from the number of the key. Default `text`. */
  readonly values?: 'text' | 'bytes'
  /** Commands of an iteration, one after the other. Default 1. */
  readonly count?: number
  /** Sends the commands of an iteration without waiting for replies in between. Default false. */
  readonly pipeline?: boolean
}

/** What the ready-made journey `set` does. */
export interface SetJourneyOptions extends KeySpaceOptions {
  /** Which keys: at `random`, or one iteration after the other, so that `keys / count` iterations set each of them. Default `random`. */
  readonly order?: 'random' | 'sequential'
  /** How long values are kept, as `30s` or in seconds. Default: for ever. */
  readonly ttl?: string | number
}

/** What the ready-made journey `get` does. */
export interface GetJourneyOptions extends KeySpaceOptions {
  /** Whether a key may not be there. Default false: a key without a value is a wrong value. */
  readonly nil?: boolean
}

/** What the ready-made journey `mixed` does. */
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

/** How a key space was resolved. */
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
