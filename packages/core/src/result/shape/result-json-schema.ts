import { z } from 'zod'
import { resultSchema } from './result-schema.ts'

/** The JSON schema (draft 2020-12) of the JSON file, as it is published in `result.schema.json`. */
export function resultJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(resultSchema, { target: 'draft-2020-12' })
  return {
    $schema,
    $id: 'urn:benchpress:result:1',
    title: 'benchpress result',
    description: 'What one suite of load tests measured, and how far each figure can be believed.',
    ...schema,
  }
}
