import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { closestName } from '../base/errors/closest-name.ts'
import { BenchpressError, codeOf, messageOf } from '../base/errors/benchpress-error.ts'
import { runsByTest, shortHash, nameOf } from '../result/compare/runs-of-test.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { baselineOf, whyNoName, type Baseline, type LeftOutTest } from './baseline.ts'
import { parseBaseline } from './parse-baseline.ts'

/** A named baseline of a folder: what was measured on the machine in question, and where else. */
export interface StoredBaseline {
  /** Absolute path of the folder. */
  readonly folder: string
  readonly name: string
  /** The machine whose tests these are. */
  readonly machine: Baseline['machine']
  readonly tests: readonly Baseline[]
  /** The other machines that there is a baseline of. */
  readonly otherMachines: readonly Baseline['machine'][]
  /** The name that was probably meant, where there is nothing of this one. */
  readonly meant: string | undefined
}

/**
 * Reads a baseline of a folder: `FOLDER/NAME/MACHINE/TEST.json`. What is not there is empty. Synchronous.
 *
 * @param machine whose tests are read, by the facts of `machineOf`
 * @throws BenchpressError `NOT_COMPARABLE` with every file of the machine that cannot be read, a line each
 */
export function readBaselines(folder: string, name: string, machine: Baseline['machine']): StoredBaseline {
  const wrong = whyNoName(name)
  if (wrong !== undefined) throw new BenchpressError('NOT_COMPARABLE', `the name of a baseline ${wrong}; it is "${name}"`)
  const whole = resolve(folder)
  const own = join(whole, name)
  const machines = foldersOf(own)
  // Its own folder can be there and empty, as after runs that could not become a baseline.
  const names = machines.length > 0 ? [] : foldersOf(whole).filter((each) => each !== name)
  const mine = slugOfMachine(machine)
  const problems: string[] = []
  const tests = filesOf(join(own, mine)).flatMap((path) => readBaseline(path, problems) ?? [])
  if (problems.length > 0) {
    const hint = 'Take the file from an earlier commit, or delete it and measure anew: benchpress run -u, vitest -u.'
    throw new BenchpressError('NOT_COMPARABLE', problems.join('\n'), { hint })
  }
  const otherMachines = machines
    .filter((each) => each !== mine)
    // What is wrong with another machine's is for those who measure there.
    .flatMap((each) => filesOf(join(own, each)).slice(0, 1))
    .flatMap((path) => {
      const other = readBaseline(path, [])
      return other === undefined ? [] : [other.machine]
    })
  return { folder: whole, name, machine, tests, otherMachines, meant: closestName(name, names) }
}

/** What became of a baseline that was to be made anew. */
export interface BaselineUpdate {
  /** Absolute paths of the files that were written. */
  readonly written: readonly string[]
  /** Those of them that were of something else before, such as `another target`. */
  readonly replaced: readonly { readonly path: string; readonly of: readonly string[] }[]
  /** The tests whose runs cannot be believed, are too few or failed a threshold, or whose file another test of this process has made, and whose files stay as they were. */
  readonly refused: readonly LeftOutTest[]
}

/** The test that this process made each file by: of two that share one, neither is to be the measure of both. */
const madeHere = new Map<string, string>()

/**
 * Makes the runs of results the baseline of their tests, each file whole or not at all; those of other tests and machines stay. Synchronous.
 *
 * @param madeBy the test of a test runner that they were measured in
 * @throws Error of the system, where a file cannot be written
 */
export function replaceBaselines(
  { folder, name }: Pick<StoredBaseline, 'folder' | 'name'>,
  suites: readonly SuiteResult[],
  madeBy?: string,
): BaselineUpdate {
  const made = runsByTest(suites).map(baselineOf)
  const all = made.map((each): Replacement | LeftOutTest => {
    if ('because' in each) return each
    const { figures, ...of } = each
    const baseline: Baseline = { ...of, madeBy, figures }
    return replace(join(resolve(folder), name, slugOfMachine(baseline.machine), fileOf(baseline)), baseline)
  })
  const written = all.flatMap((each) => ('because' in each ? [] : [each]))
  return {
    written: written.map(({ path }) => path),
    replaced: written.filter(({ of }) => of.length > 0),
    refused: all.flatMap((each) => ('because' in each ? [each] : [])),
  }
}

type Replacement = BaselineUpdate['replaced'][number]

function replace(path: string, baseline: Baseline): Replacement | LeftOutTest {
  const { test, variant, madeBy } = baseline
  const before = existsSync(path) ? readBaseline(path, []) : undefined
  const other = before === undefined ? undefined : madeHere.get(path)
  if (madeBy !== undefined && other !== undefined && other !== madeBy) {
    const because = [`its baseline was just made by the test "${other}", and is not that of "${madeBy}"`]
    return { test: nameOf({ name: test, variant }), because, hint: 'Give each test a baseline, or a load test, of a name of its own.' }
  }
  writeWhole(path, `${JSON.stringify(baseline, null, 2)}\n`)
  if (madeBy !== undefined) madeHere.set(path, madeBy)
  return { path, of: before === undefined ? [] : othersOf(before, baseline) }
}

/** What a baseline was of that another is not: what `-u` is given for is as often a mistake, such as a config that has the test name of another one. */
function othersOf(before: Baseline, now: Baseline): readonly string[] {
  const differs = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && JSON.stringify(a) !== JSON.stringify(b)
  return [
    ...(differs(before.madeBy, now.madeBy) ? [`the test "${before.madeBy}"`] : []),
    ...(differs(before.target, now.target) ? ['another target'] : []),
    ...(['load', 'plan'] as const).filter((kind) => differs(before.alike[kind], now.alike[kind])).map((kind) => `another ${kind}`),
  ]
}

function writeWhole(path: string, text: string): void {
  makeFolder(dirname(path))
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

// One by one: all at once, Node.js tries for ever where none can be made, as below `/proc`.
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

function readBaseline(path: string, problems: string[]): Baseline | undefined {
  try {
    const baseline = parseBaseline(readFileSync(path, 'utf8'))
    if (basename(path) === fileOf(baseline)) return baseline
    throw new Error(`it is of test ${nameOf({ name: baseline.test, variant: baseline.variant })}, whose file is ${fileOf(baseline)}`)
  } catch (error) {
    problems.push(`${path} is no baseline: ${messageOf(error)}`)
    return undefined
  }
}

function filesOf(folder: string): readonly string[] {
  return list(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
}

/** The folders in a folder: a file of the system or of git says nothing of a machine. */
function foldersOf(folder: string): readonly string[] {
  return list(folder).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true)
}

/** What is in a folder, in one order; nothing where there is no such folder. */
function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw new BenchpressError('NOT_COMPARABLE', `${folder} is no folder of baselines: ${messageOf(error)}`, {
      hint: 'Name another folder.',
      cause: error,
    })
  }
}

function fileOf({ test, variant }: Pick<Baseline, 'test' | 'variant'>): string {
  return `${slug(nameOf({ name: test, variant }))}.json`
}

// A new version of a tool is told, and replaces what was measured with the one before.
const ofHardware = ['processor', 'CPUs', 'platform']

/** The name of the folder of a machine: what it is, and a hash of exactly that. */
function slugOfMachine(machine: Baseline['machine']): string {
  const facts = ofHardware.map((name) => machine[name] ?? '')
  const [processor = '', cpus = '', platform = ''] = facts
  return `${words(`${processor} ${cpus} cpus ${platform}`).slice(0, 60).replace(/-$/, '')}-${shortHash(facts.join('\n'), 6)}`
}

// Whatever a test is called, its file is below the folder, and has a name of its own also where names know no capitals.
function slug(name: string): string {
  const plain = words(name).slice(0, 60)
  const isPlain = plain === name && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(plain)
  return isPlain ? plain : `${plain === '' ? 'test' : plain.replace(/-$/, '')}-${shortHash(name, 6)}`
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
