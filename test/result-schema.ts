import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The published JSON schema of a result file. */
export const publishedSchema: { readonly $defs: object } & object = JSON.parse(
  readFileSync(new URL('../packages/core/result.schema.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv2020({ allowUnionTypes: true })
const validators = {
  result: ajv.compile(publishedSchema),
  metric: ajv.compile({ $defs: publishedSchema.$defs, $ref: '#/$defs/Metric' }),
  excerpt: ajv.compile({ ...withoutRequired(publishedSchema), $id: 'urn:benchpress:excerpt' }),
} as const satisfies Record<string, ValidateFunction>

/** Says whether a value, as it is read from a file, is a result. */
export function isResult(value: unknown): boolean {
  return validators.result(value)
}

/**
 * The first thing that keeps a value, once it is written as JSON, from being a result file, such as `/tests/0/name must be string`; nothing where it is one.
 *
 * @param of what else it may be: one metric of a result, or an excerpt, which may leave out whatever it likes, and adds nothing
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
