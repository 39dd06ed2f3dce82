import { z } from 'zod'
import type { ExpectConfig, ExpectedBody, ResolvedExpect } from '../../load/http/request-config.ts'
import { checkTogether, strictObject } from '../fields/object-schema.ts'
import { jsonSchema } from './body-schema.ts'
import { wholeNumberSchema } from '../fields/quantity-schema.ts'

// As an answer has it: a date is a text, and nothing is left that could not cross threads.
const answerSchema = jsonSchema.transform((bytes): unknown => JSON.parse(new TextDecoder().decode(bytes)))

const status = wholeNumberSchema(100, 599)

/** What an answer must look like, with bodies as bytes. */
export const expectSchema: z.ZodType<ResolvedExpect> = strictObject({
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: 'must be a status from 100 to 599, or a list of them' })
    .optional(),
  body: z.string().optional(),
  json: answerSchema.optional(),
  jsonOneOf: z.array(answerSchema).min(1).optional(),
} satisfies Record<keyof ExpectConfig, z.ZodType>)
  .check(
    checkTogether((fields) => {
      const given = ['body', 'json', 'jsonOneOf'].filter((key) => fields[key] !== undefined)
      return given.length < 2 ? [] : [{ message: `${given.join(' and ')} cannot be given together` }]
    }),
  )
  .transform(({ status: accepted, body, json, jsonOneOf }) => ({ status: accepted, body: expectedBody(body, json, jsonOneOf) }))

function expectedBody(body: string | undefined, json: unknown, jsonOneOf: readonly unknown[] | undefined): ExpectedBody | undefined {
  if (jsonOneOf !== undefined) return { jsonOneOf }
  if (json !== undefined) return { json }
  return body === undefined ? undefined : new TextEncoder().encode(body)
}
