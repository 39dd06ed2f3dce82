import { z } from 'zod'

const notText = { error: 'Value must be a string' }
const noTime = { error: 'ttl_ms must be a whole number above 0' }

/** The body of `PUT /kv/:key`. */
export const putBody: z.ZodType<PutBody> = z.object(
  { value: z.string(notText), ttl_ms: z.int(noTime).positive(noTime).nullish() },
  { error: 'Value must be a string' },
)

/** A value, and its ttl in milliseconds. */
export interface PutBody {
  readonly value: string
  readonly ttl_ms?: number | null | undefined
}

/** The body of `POST /kv/mget`. */
export const mgetBody: z.ZodType<MgetBody> = z.object(
  { keys: z.array(z.string({ error: 'Keys must be strings' }), { error: 'Keys must be a list' }) },
  { error: 'Keys must be a list' },
)

/** Keys to be read. */
export interface MgetBody {
  readonly keys: readonly string[]
}
