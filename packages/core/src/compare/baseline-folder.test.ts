import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { measured } from '../../test/baseline-suite.ts'
import { machineOf } from './facts.ts'
import { runsByTest } from './side.ts'
import { baselineOf } from './baseline.ts'
import { readBaselines, replaceBaselines } from './baseline-folder.ts'

const base = measured('shop')
const machine = machineOf(base.environment)
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchpress-baselines-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string): string {
  const [path = ''] = replaceBaselines({ folder, name: 'main' }, [measured(name)]).written
  return path
}

describe('a folder of baselines', () => {
  test('a folder of baselines returns what was written, with a file for each test and machine', () => {
    const path = write('shop')
    expect(relative(folder, path).split(sep)).toEqual(['main', expect.stringMatching(/^[a-z0-9-]+-[0-9a-f]{6}$/), 'shop.json'])
    expect(readBaselines(folder, 'main', machine)).toEqual({
      folder,
      name: 'main',
      machine,
      tests: runsByTest([base]).map(baselineOf),
      otherMachines: [],
      meant: undefined,
    })
  })

  test('a baseline file has one value a line, and the same text for the same runs', () => {
    const path = write('shop')
    const before = readFileSync(path, 'utf8')
    write('shop')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(before.split('\n').filter((line) => (line.match(/\d[\d.]*(?:,|$)/g) ?? []).length > 1)).toEqual([])
    expect(before.length).toBeLessThan(6000)
  })

  test('hostile names, and names that some file systems do not distinguish, have their own files', () => {
    const names = [
      '../../../escaped',
      'Shop',
      'shop',
      'con',
      '',
      'a/b',
      'a-b',
      'ä',
      'localhost:3000',
      'x'.repeat(500),
      '.',
      '\u0000',
      '🛒',
      '🛍',
    ]
    const paths = names.map(write)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length)
    expect(new Set(paths.map(dirname)).size).toBe(1)
    expect(paths.every((path) => path.startsWith(`${folder}${sep}`))).toBe(true)
    expect(
      readBaselines(folder, 'main', machine)
        .tests.map(({ test: name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  test('a missing baseline is empty, and has the name that was probably meant', () => {
    expect(readBaselines(join(folder, 'missing'), 'main', machine)).toMatchObject({ tests: [], otherMachines: [], meant: undefined })
    write('shop')
    expect(readBaselines(folder, 'mian', machine)).toMatchObject({ tests: [], meant: 'main' })
    // Made by runs that could not become a baseline.
    mkdirSync(join(folder, 'nightly'))
    expect(readBaselines(folder, 'nightly', machine)).toMatchObject({ tests: [], meant: undefined })
    expect(() => readBaselines(folder, '../main', machine)).toThrow(/^the name of a baseline must be 1 to 60 letters/)
  })

  test('another machine is reported, and a new version of a tool counts as the same machine', () => {
    write('shop')
    const other = { ...machine, processor: 'Another' }
    expect(readBaselines(folder, 'main', other)).toMatchObject({ tests: [], otherMachines: [machine] })
    expect(readBaselines(folder, 'main', { ...machine, 'Node.js': 'v99.0.0' }).tests).toHaveLength(1)
  })

  test('every file that cannot be read is reported at once, with its error', () => {
    const machineFolder = dirname(write('shop'))
    const good = JSON.parse(readFileSync(join(machineFolder, 'shop.json'), 'utf8'))
    const texts: Readonly<Record<string, string>> = {
      'a.json': '{',
      'b.json': `<<<<<<< HEAD\n${JSON.stringify(good)}\n=======\n{}\n>>>>>>> other\n`,
      'c.json': JSON.stringify({ ...good, schemaVersion: 2 }),
      'd.json': JSON.stringify({ ...good, runs: 'many', figures: [] }),
      'e.json': JSON.stringify({ ...good, test: 'other' }),
    }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(machineFolder, name), text)
    const failure = ((): Error => {
      try {
        readBaselines(folder, 'main', machine)
      } catch (error) {
        return error as Error
      }
      throw new Error('it was read')
    })()
    expect(failure.message.split('\n').map((line) => line.replace(`${machineFolder}${sep}`, ''))).toEqual([
      expect.stringMatching(/^a\.json is no baseline: .*JSON/),
      'b.json is no baseline: it has two sides of a merge; take one of them, or measure anew',
      'c.json is no baseline: its schemaVersion is 2, and this benchpress reads 1',
      expect.stringMatching(/^d\.json is no baseline: runs: /),
      'e.json is no baseline: it is of test other, whose file is other.json',
    ])
    expect(failure).toMatchObject({ code: 'NOT_COMPARABLE' })
  })

  test('the files of other tests, and of tests that cannot be believed, stay unchanged', () => {
    const [shop, store] = [write('shop'), write('store')]
    const before = readFileSync(shop, 'utf8')
    const invalid = { ...base, tests: base.tests.map((run) => ({ ...run, verdict: { level: 'invalid', reasons: [] } as const })) }
    const { written, refused } = replaceBaselines({ folder, name: 'main' }, [invalid, measured('store', 2000)])
    expect([written, refused.map(({ test: name }) => name)]).toEqual([[store], ['shop']])
    expect(readFileSync(shop, 'utf8')).toBe(before)
  })

  test('a baseline is not replaced by too few runs, nor by runs that failed a threshold', () => {
    const path = write('shop')
    const before = readFileSync(path, 'utf8')
    const threshold = { selector: 'http_response_time', condition: 'p99 < 1ms', passed: false, inconclusive: null, text: 'p99 was 20 ms' }
    const failed = { ...base, tests: base.tests.map((run) => ({ ...run, thresholds: run.repeat === 2 ? [threshold as never] : [] })) }
    for (const [suite, because] of [
      [measured('shop', 1000, 10, [1]), '1 run is too few, a comparison takes at least 5'],
      [measured('shop', 1000, 10, [1, 1, 1, 1]), '4 runs are too few, a comparison takes at least 5'],
      [failed, 'run 2 failed the threshold http_response_time p99 < 1ms (p99 was 20 ms)'],
    ] as const) {
      const { written, refused } = replaceBaselines({ folder, name: 'main' }, [suite])
      expect([written, refused]).toMatchObject([[], [{ test: 'shop', because: [because] }]])
      expect(readFileSync(path, 'utf8')).toBe(before)
    }
  })

  test('other files among the folders of machines and names are ignored', () => {
    write('shop')
    for (const name of ['.DS_Store', 'README.md']) {
      writeFileSync(join(folder, name), '')
      writeFileSync(join(folder, 'main', name), '')
    }
    const other = { ...machine, processor: 'Another' }
    expect(readBaselines(folder, 'main', machine).tests).toHaveLength(1)
    expect(readBaselines(folder, 'main', other)).toMatchObject({ tests: [], otherMachines: [machine] })
    expect(readBaselines(folder, 'mian', machine)).toMatchObject({ tests: [], meant: 'main' })
  })

  test('a copy with the wrong file name for its test is refused', () => {
    const path = write('shop')
    const copy = join(dirname(path), 'old-shop.json')
    writeFileSync(copy, readFileSync(path))
    expect(() => readBaselines(folder, 'main', machine)).toThrow(`${copy} is no baseline: it is of test shop, whose file is shop.json`)
  })

  test('a baseline that is a link stays one, and its file keeps its mode', () => {
    const path = write('shop')
    renameSync(path, join(folder, 'kept.json'))
    writeFileSync(join(folder, 'kept.json'), '', { mode: 0o600 })
    chmodSync(join(folder, 'kept.json'), 0o600)
    symlinkSync(join(folder, 'kept.json'), path)
    write('shop')
    expect([lstatSync(path).isSymbolicLink(), statSync(path).mode & 0o777, statSync(path).size > 0]).toEqual([true, 0o600, true])
    expect(readBaselines(folder, 'main', machine).tests).toHaveLength(1)
  })

  test('a folder that cannot be written to is an error, and nothing is left behind', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => replaceBaselines({ folder: file, name: 'main' }, [base])).toThrow(/ENOTDIR|EEXIST/)
    expect(() => replaceBaselines({ folder: '/proc/benchpress', name: 'main' }, [base])).toThrow(/ENOENT|EACCES|EPERM/)
    mkdirSync(join(folder, 'main'))
    expect(existsSync(join(folder, 'main', 'shop.json'))).toBe(false)
  })
})
