import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { closestName } from '../base/errors/closest-name.ts'
import { BenchpressError, codeOf, messageOf } from '../base/errors/benchpress-error.ts'
import { shortHash } from './facts.ts'
import { runsByTest, nameOfTest } from './side.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { baselineOf, whyNoName, type Baseline, type LeftOutTest } from './baseline.ts'
import { z } from 'zod'

/** A named baseline of a folder: the tests of one machine, and the names of the other machines. */
export interface StoredBaseline {
  /** Absolute path of the folder. */
  readonly folder: string
  readonly name: string
  /** The machine that the tests were measured on. */
  readonly machine: Baseline['machine']
  readonly tests: readonly Baseline[]
  /** The other machines that have a baseline of this name. */
  readonly otherMachines: readonly Baseline['machine'][]
  /** The name that was probably meant, when there is no baseline of this name. */
  readonly meant: string | undefined
}

/**
 * Reads a baseline of a folder: `FOLDER/NAME/MACHINE/TEST.json`. A missing baseline is empty. Synchronous.
 *
 * @param machine the machine whose tests are read, by the facts of `machineOf`
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each file of the machine that cannot be read
 */
export function readBaselines(folder: string, name: string, machine: Baseline['machine']): StoredBaseline {
  const wrong = whyNoName(name)
  if (wrong !== undefined) throw new BenchpressError('NOT_COMPARABLE', `the name of a baseline ${wrong}; it is "${name}"`)
  const whole = resolve(folder)
  const own = join(whole, name)
  const machines = foldersOf(own)
  // The folder of the machine may exist but be empty, as after runs that could not become a baseline.
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
    // Errors in the files of other machines are reported on those machines.
    .flatMap((each) => filesOf(join(own, each)).slice(0, 1))
    .flatMap((path) => {
      const other = readBaseline(path, [])
      return other === undefined ? [] : [other.machine]
    })
  return { folder: whole, name, machine, tests, otherMachines, meant: closestName(name, names) }
}

/** The outcome of an update of a baseline. */
export interface BaselineUpdate {
  /** Absolute paths of the files that were written. */
  readonly written: readonly string[]
  /** The tests whose files stay unchanged, because their runs cannot be believed, are too few or failed a threshold. */
  readonly refused: readonly LeftOutTest[]
}

/**
 * Writes the runs of results as the baseline of their tests, each file atomically; files of other tests and machines stay unchanged. Synchronous.
 *
 * @param madeBy the test of a test runner that measured them
 * @throws Error of the system, when a file cannot be written
 */
export function replaceBaselines(
  { folder, name }: Pick<StoredBaseline, 'folder' | 'name'>,
  suites: readonly SuiteResult[],
  madeBy?: string,
): BaselineUpdate {
  const made = runsByTest(suites).map(baselineOf)
  const written = made.flatMap((each) => {
    if ('because' in each) return []
    const path = join(resolve(folder), name, slugOfMachine(each.machine), fileOf(each))
    writeAtomically(path, `${JSON.stringify(inFile(each, madeBy), null, 2)}\n`)
    return [path]
  })
  return { written, refused: made.filter((each) => 'because' in each) }
}

function writeAtomically(path: string, text: string): void {
  makeFolder(dirname(path))
  const found = statSync(path, { throwIfNoEntry: false })
  const real = found === undefined ? path : realpathSync(path)
  const temporary = `${real}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { mode: found?.mode })
    renameSync(temporary, real)
  } catch (error) {
    // A file that is mounted, or in a folder that takes no new one, is written in place; on a full disk, the baseline before is kept.
    if (found === undefined || codeOf(error) === 'ENOSPC') throw error
    writeFileSync(real, text)
  } finally {
    rmSync(temporary, { force: true })
  }
}

// Folders are made one by one: when none can be made, as below `/proc`, a recursive mkdir of Node.js never ends.
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process made the folder first.
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

function readBaseline(path: string, problems: string[]): Baseline | undefined {
  try {
    const baseline = parseBaseline(readFileSync(path, 'utf8'))
    if (basename(path) === fileOf(baseline)) return baseline
    throw new Error(`it is of test ${nameOfTest(baseline)}, whose file is ${fileOf(baseline)}`)
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

/** The folders in a folder, without files of the system or of git. */
function foldersOf(folder: string): readonly string[] {
  return list(folder).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true)
}

/** The sorted entries of a folder; empty when there is no such folder. */
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
  return `${slug(nameOfTest({ test, variant }))}.json`
}

// A new version of a tool is reported, and its results replace those of the version before.
const ofHardware = ['processor', 'CPUs', 'platform']

/** The name of the folder of a machine: a readable name, and a hash of its exact facts. */
function slugOfMachine(machine: Baseline['machine']): string {
  const facts = ofHardware.map((name) => machine[name] ?? '')
  const [processor = '', cpus = '', platform = ''] = facts
  return `${words(`${processor} ${cpus} cpus ${platform}`).slice(0, 60).replace(/-$/, '')}-${shortHash(facts.join('\n'), 6)}`
}

// Whatever the name of a test, its file is inside the folder, and its name is unique even on file systems that ignore case.
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

const texts = z.record(z.string(), z.string())
const value = z.number().refine(Number.isFinite).nullable()

const baselineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  test: z.string(),
  variant: z.string(),
  machine: texts,
  alike: z.strictObject({ load: texts, plan: texts, seed: texts, code: texts }),
  target: z.string().optional(),
  madeBy: z.string().optional(),
  failed: z.record(z.string(), z.number().min(0).max(1)),
  runs: z.int().min(1),
  figures: z.array(
    z.strictObject({
      kind: z.enum(['scenario', 'endpoint', 'plugin', 'deliveries', 'search']),
      names: z.array(z.string()),
      metric: z.string(),
      aggregate: z.string(),
      unit: z.enum(['ms', 'per second', 'share']),
      better: z.enum(['high', 'low']),
      values: z.array(value),
      requests: z.array(z.int().min(0)).optional(),
    }),
  ),
})

/**
 * Parses the text of a baseline file.
 *
 * @throws Error with what is wrong with the text, such as the conflict markers of an unfinished merge
 */
function parseBaseline(text: string): Baseline {
  if (/^(?:<{7}|={7}|>{7})(?: |$)/m.test(text)) throw new Error('it has two sides of a merge; take one of them, or measure anew')
  const data: unknown = JSON.parse(text)
  const version = typeof data === 'object' && data !== null && 'schemaVersion' in data ? data.schemaVersion : undefined
  if (version !== 1) throw new Error(`its schemaVersion is ${JSON.stringify(version) ?? 'missing'}, and this benchpress reads 1`)
  const parsed = baselineSchema.safeParse(data)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const odd = parsed.data.figures.find(({ values }) => values.length > parsed.data.runs)
  if (odd !== undefined) throw new Error(`${odd.metric} ${odd.aggregate} has more values than there are runs`)
  const { test, variant } = parsed.data
  const figures = parsed.data.figures.map(({ kind, names, ...figure }) => ({ part: { test, variant, kind, names }, ...figure }))
  return { ...parsed.data, figures }
}

/** The content of the file of a baseline, in which a figure is not named after its test. */
function inFile({ figures, ...of }: Baseline, madeBy: string | undefined): object {
  const named = figures.map(({ part: { kind, names }, ...figure }) => ({ kind, names, ...figure }))
  return { ...of, madeBy, figures: named }
}
