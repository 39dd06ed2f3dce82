import { describe, expect, test } from 'vitest'
import { isResult, publishedSchema, resultProblems } from '../../../../test/result-schema.ts'
import { exampleSuiteResult } from '../example-suite-result.ts'

// Objects whose keys are names.
const maps = new Set<string | number | undefined>(['statuses', 'byClass', 'metrics'])
const objectPaths = findObjects(exampleSuiteResult)
const keyPaths = objectPaths.flatMap((keys) => Object.keys(at(exampleSuiteResult, keys)).map((key): Keys => [...keys, key]))

describe('the published JSON schema', () => {
  test('the published JSON schema accepts a whole result as it is read back from its file', () => {
    expect(resultProblems(exampleSuiteResult)).toEqual([])
  })

  test('the published JSON schema refuses a result in which any one key is missing', () => {
    const accepted = keyPaths.filter((keys) => isResult(changed(keys, (parent, key) => delete parent[key])))
    expect(accepted).toEqual([])
  })

  test('the published JSON schema refuses a result in which any one value is of the wrong kind', () => {
    const accepted = keyPaths.filter((keys) => isResult(changed(keys, (parent, key) => (parent[key] = [{}]))))
    expect(accepted).toEqual([['config']])
  })

  test('the published JSON schema refuses a result in which any one object has an unknown key', () => {
    const accepted = objectPaths.filter((keys) => isResult(changed([...keys, 'unknown'], (parent, key) => (parent[key] = 1))))
    expect(accepted).toEqual([])
  })

  test.each([0.5, -1, Number.MAX_VALUE])('refuses %d as a number of requests', (count) => {
    expect(isResult(changed(['tests', 0, 'scenarios', 0, 'counts', 'started'], (parent, key) => (parent[key] = count)))).toBe(false)
  })
})

test('every property of the published schema is described', () => {
  const undescribed = findObjects(publishedSchema)
    .filter((keys) => keys.at(-2) === 'properties' && !('description' in at(publishedSchema, keys)))
    .map((keys) => keys.join('.'))
  expect(undescribed).toEqual([])
})

type Keys = readonly (string | number)[]

function findObjects(value: unknown, keys: Keys = []): Keys[] {
  if (typeof value !== 'object' || value === null || keys.at(-1) === 'config') return []
  const inner = Object.entries(value).flatMap(([key, child]) => findObjects(child, [...keys, Array.isArray(value) ? Number(key) : key]))
  const isStrict = !Array.isArray(value) && !maps.has(keys.at(-1))
  return isStrict ? [keys, ...inner] : inner
}

function at(value: unknown, keys: Keys): Record<string, unknown> {
  const found = keys.reduce((parent, key) => (isRecord(parent) ? parent[key] : undefined), value)
  if (!isRecord(found)) throw new Error(`nothing at ${keys.join('.')}`)
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A copy of the example with a change at one place, which shares everything else with it. */
function changed(keys: Keys, change: (parent: Record<string, unknown>, key: string) => void, value: unknown = exampleSuiteResult): unknown {
  const copy = Array.isArray(value) ? [...value] : { ...at(value, []) }
  const [key = '', ...rest] = keys
  if (rest.length === 0) change(copy as Record<string, unknown>, String(key))
  else Object.assign(copy, { [key]: changed(rest, change, at(value, [])[key]) })
  return copy
}
