import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeSurface, readSurface, surfaceFile } from './public-surface/describe-surface.ts'
import { readExports, type Export } from './public-surface/read-exports.ts'

const entries = readSurface()

describe('the public exports', () => {
  test('match test/public-surface/exports.txt', () => {
    const advice = 'run "node scripts/write-public-surface.ts", and see in the difference whether users shall have it so'
    expect(describeSurface(entries), advice).toBe(readFileSync(surfaceFile, 'utf8'))
  })

  test('the public exports have doc comments', () => {
    const names = entries.flatMap(({ specifier, exports }) =>
      exports.map((one) => [`${specifier}: ${one.name}`, one.isDocumented] as const),
    )
    expect(names.length).toBeGreaterThan(200)
    expect(names.filter(([, isDocumented]) => !isDocumented).map(([name]) => name)).toEqual([])
  })

  test('have no name in common between the entries of plugins and of tests', () => {
    const namesOf = (entry: string): string[] => entries.find(({ specifier }) => specifier === entry)?.exports.map(({ name }) => name) ?? []
    const ofTests = new Set(namesOf('@benchpress/core'))
    expect(namesOf('@benchpress/core/plugin').filter((name) => ofTests.has(name))).toEqual([])
  })
})

describe('the reader of exports', () => {
  test('finds the declarations of a module, up to the body or the value', () => {
    expect(
      declarationsIn({
        'index.ts': [
          '/** A call. */',
          'export async function call<Value = unknown>(\n  value: Value,\n  then: (value: Value) => { done: boolean } = ignore,\n): Promise<{ done: boolean }> {\n  return 1\n}',
          'export class Failure extends Error {\n  override readonly name = 1\n}',
          'export interface Empty {}',
          'export type Handler<Value = string> =\n  | ((value: Value) => void)',
          'export const limit: Readonly<Record<string, () => number>> = {}',
          'function hidden() {\n}',
          'export default limit',
        ].join('\n'),
      }),
    ).toEqual([
      'interface Empty',
      'class Failure extends Error',
      'type Handler<Value = string>',
      'async function call<Value = unknown>(value: Value, then: (value: Value) => { done: boolean } = ignore): Promise<{ done: boolean }>',
      'default',
      'const limit: Readonly<Record<string, () => number>>',
    ])
  })

  test('follows names to the file that declares them', () => {
    expect(
      declarationsIn({
        'index.ts': "export {\n  one,\n  type Two,\n} from './deep/middle.ts'\nexport type { Schema } from 'some-package'\n",
        'deep/middle.ts': "export { one } from './one.ts'\nexport type { Two } from './one.ts'\n",
        'deep/one.ts': 'export const one = 1\nexport interface Two {\n}\nexport const three = 3\n',
      }),
    ).toEqual(['Schema of some-package', 'interface Two', 'const one'])
  })

  test('returns each overload of a function', () => {
    expect(
      declarationsIn({
        'index.ts':
          'export function get(key: string): string\nexport function get(key: number): number\nexport function get(key: unknown): unknown {\n}\n',
      }),
    ).toEqual(['function get(key: string): string, function get(key: number): number, function get(key: unknown): unknown'])
  })

  test('finds whether a declaration has a doc comment', () => {
    const source = '/** One. */\nexport const one = 1\n\n// Two.\nexport const two = 2\n'
    expect(exportsIn({ 'index.ts': source }).map(({ name, isDocumented }) => [name, isDocumented])).toEqual([
      ['one', true],
      ['two', false],
    ])
  })

  test.each(["export * from './one.ts'", "export { one as two } from './one.ts'", 'export { one }', 'export let one = 1'])(
    'refuses %s',
    (source) => {
      expect(() => exportsIn({ 'index.ts': `${source}\n`, 'one.ts': 'export const one = 1\n' })).toThrow(/^(?:index|one)\.ts/)
    },
  )
})

function declarationsIn(files: Readonly<Record<string, string>>): string[] {
  return exportsIn(files).map(({ declaration }) => declaration)
}

function exportsIn(files: Readonly<Record<string, string>>): Export[] {
  return readExports('index.ts', (path) => files[path] ?? '')
}
