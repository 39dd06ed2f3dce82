import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { resultFormats } from '@benchpress/core/report'

/** The published JSON schema of a result file. */
export const publishedSchema: { readonly $defs: object } & object = JSON.parse(
  readFileSync(new URL('../packages/core/result.schema.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv2020({ allowUnionTypes: true, formats: resultFormats })
const validators = {
  result: ajv.compile(publishedSchema),
  metric: ajv.compile({ $defs: publishedSchema.$defs, $ref: '#/$defs/Metric' }),
  excerpt: ajv.compile({ ...withoutRequired(publishedSchema), $id: 'urn:benchpress:excerpt' }),
} as const satisfies Record<string, ValidateFunction>

/** Whether a value that was read from a file is a result. */
export function isResult(value: unknown): boolean {
  return validators.result(value)
}

/**
 * Returns the first violation of the schema by a value, written as JSON, such as `/tests/0/name must be string`; empty for a valid one.
 *
 * @param of the schema: that of a result, of one of its metrics, or of an excerpt, which may leave fields out and adds none
 */
export function resultProblems(value: unknown, of: keyof typeof validators = 'result'): string[] {
  const validate = validators[of]
  validate(JSON.parse(JSON.stringify(value)))
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

function withoutRequired<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(withoutRequired) as Value
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'required' || !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRequired(value)])) as Value
}
