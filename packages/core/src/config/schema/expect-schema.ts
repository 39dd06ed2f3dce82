import { z } from 'zod'
import type { ResolvedExpect } from '../../http/request-config.ts'
import { strictObject } from './strict-object.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

const status = wholeNumberSchema(100, 599)

/** What an answer must look like, with bodies as bytes. */
export const expectSchema: z.ZodType<ResolvedExpect> = strictObject({
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: 'must be a status from 100 to 599, or a list of them' })
    .optional(),
  body: z.string().optional(),
}).transform(({ status: accepted, body }) => ({
  status: accepted,
  body: body === undefined ? undefined : new TextEncoder().encode(body),
}))
