import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findOffences } from './layers/find-offences.ts'
import { rooms, type Room } from './layers/rooms.ts'

describe('the direction of imports inside core', () => {
  test('each room imports only rooms before it', () => {
    const sources = readSources()
    expect(sources.size).toBeGreaterThan(200)
    expect(findOffences(sources)).toEqual([])
  })

  test('a room may import none of the rooms after it', () => {
    for (const [place, room] of rooms.entries()) {
      expect(refusedTo(room).filter((other) => rooms.indexOf(other) >= place)).toEqual(rooms.slice(place + 1))
    }
  })

  test('allows all rooms before a room except strangers', () => {
    const refused = rooms.map((room, place) => [room, refusedTo(room).filter((other) => rooms.indexOf(other) < place)] as const)
    const load = rooms.filter((room) => room.startsWith('load/'))
    expect(Object.fromEntries(refused.filter(([, others]) => others.length > 0))).toEqual({
      'load/wire': ['measure/recorder', 'measure/delivery'],
      'result/threshold': load,
      'result/summary': load,
      'result/verdict': load,
      'result/shape': load,
      compare: load,
      'plugin.ts': rooms.slice(rooms.indexOf('result/threshold'), rooms.indexOf('plugin.ts')),
    })
  })

  test.each([
    ['a type', `import type { Run } from '../run/run.ts'`],
    ['several names on lines of their own', `import {\n  run,\n  type Run,\n} from '../run/run.ts'`],
    ['names that it exports again', `export { run } from '../run/run.ts'`],
    ['a type in an expression', `type Run = import('../run/run.ts').Run`],
    ['what is loaded while it runs', `const { run } = await import('../run/run.ts')`],
    ['an import for its effect', `import '../run/run.ts'`],
    ['a file that it loads by URL', `new Worker(new URL('../run/run-entry.ts', import.meta.url))`],
  ])('refuses %s', (_, code) => {
    expect(offencesOf('config/one.ts', code)).toEqual([expect.stringContaining('run comes after config in test/layers/rooms.ts')])
  })

  test('a deeper folder belongs to its room', () => {
    expect(offencesOf('config/deep/one.ts', `import { run } from '../../run/run.ts'`)).toHaveLength(1)
    expect(offencesOf('config/deep/one.ts', `import { two } from '../two.ts'`)).toEqual([])
  })

  test('refuses a file that is in no room, and an import of one', () => {
    expect(offencesOf('elsewhere/one.ts', '')).toEqual(['elsewhere/one.ts is in no room of test/layers/rooms.ts'])
    expect(offencesOf('run/one.ts', `import { one } from '../elsewhere/one.ts'`)).toHaveLength(1)
    expect(offencesOf('run/one.ts', `import { one } from '../../test/one.ts'`)).toHaveLength(1)
  })

  test('allows vitest in one place only', () => {
    expect(offencesOf('run/one.ts', `import { expect } from 'vitest'`)).toEqual(['run/one.ts imports vitest: only vitest/ knows it'])
    expect(offencesOf('vitest/index.ts', `import { expect } from 'vitest'`)).toEqual([])
  })

  test('tests may import from any room', () => {
    expect(offencesOf('config/one.test.ts', `import { run } from '../run/run.ts'\nimport { expect } from 'vitest'`)).toEqual([])
  })
})

function readSources(): Map<string, string> {
  const folder = fileURLToPath(new URL('../packages/core/src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return new Map(files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]))
}

function refusedTo(room: Room): Room[] {
  return rooms.filter((other) => offencesOf(fileIn(room), `import { one } from '${pathFrom(room, other)}'`).length > 0)
}

function offencesOf(file: string, code: string): string[] {
  return findOffences(new Map([[file, code]]))
}

function fileIn(room: Room): string {
  return room.endsWith('.ts') ? room : `${room}/one.ts`
}

function pathFrom(room: Room, other: Room): string {
  const depth = fileIn(room).split('/').length - 1
  return `${depth === 0 ? './' : '../'.repeat(depth)}${fileIn(other)}`
}
