import { z } from 'zod'
import type { ResolvedConfig } from '../resolved-config.ts'
import { addProblem, strictObject } from '../fields/object-schema.ts'
import { positiveDurationSchema } from '../fields/quantity-schema.ts'

// Each load thread asks the resolver.
const shortestTtl = 1e6

const select = z.enum(['rotate', 'first'])

const ttl = positiveDurationSchema.superRefine((microseconds, context) => {
  if (microseconds < shortestTtl) addProblem(context, 'must be at least 1s')
})

/** How the name of a target is resolved. */
export const dnsSchema: z.ZodType<ResolvedConfig['dns']> = z
  .union([select, strictObject({ select: select.default('rotate'), ttl: ttl.optional() })], {
    error: 'must be "rotate", "first" or an object such as { ttl: "30s" }',
  })
  .default('rotate')
  .transform((dns) => (typeof dns === 'string' ? { select: dns, ttl: undefined } : { select: dns.select, ttl: dns.ttl }))
