import { readFile } from 'node:fs/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const file = new URL('../../packages/core/result.schema.json', import.meta.url)

/** Says whether a value is a result file; an excerpt of one may leave out whatever it likes, and adds nothing. */
export async function resultValidator(of: 'result' | 'excerpt'): Promise<ValidateFunction> {
  const schema = JSON.parse(await readFile(file, 'utf8')) as object
  return new Ajv2020({ strict: false }).compile(of === 'result' ? schema : withoutRequired(schema))
}

function withoutRequired<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(withoutRequired) as Value
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'required' || !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRequired(value)])) as Value
}
