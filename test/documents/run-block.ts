import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTestsConfig, readLoadTests } from '../load-test-failures.ts'
import { isOfMachine } from '../machine-faults.ts'
import { commandLinesOf, notRun } from './command-lines.ts'
import { execute } from './execute.ts'
import { redirect, type Addresses, type PageFile } from './pages-folder.ts'
import type { Block } from './read-blocks.ts'
import { shortenCommand } from './shorten.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(workspace, 'node_modules/vitest/vitest.mjs')
const seconds = 0.3
// The journeys of an example need longer than the moment that shows that a page works.
const secondsOfExamples = 1
// With this seed, random users arrive within a moment.
const seed = 2
// The thresholds of an example are for its own length, on an idle machine, and are tested by its own tests.
const thresholdsFailed = 99
const runInvalid = 97

/** The surroundings in which the blocks of a page are run. */
export interface Surroundings {
  readonly cwd: string
  /** Folder of the page's files in their original form. */
  readonly originals: string
  readonly addresses: Addresses
  /** Folder of the `benchpress` command. */
  readonly commands: string
}

/** Runs a block, and returns what went wrong. */
export async function runBlock({ block, kind, file }: PageFile, around: Surroundings): Promise<string[]> {
  const { cwd, originals } = around
  switch (kind) {
    case 'commands':
      return runLines(block, around)
    case 'config':
      return (
        await Promise.all([
          expectExit(`benchpress plan ${file.replace(cwd, originals)}`, originals, [0], around),
          expectExit(`benchpress run ${file} --seed ${seed}`, cwd, [0], around),
        ])
      ).flat()
    case 'script':
      return expectExit(`'${process.execPath}' ${file}`, cwd, [0], around)
    case 'test':
      return runTests(file, around)
    default:
      return []
  }
}

async function runTests(file: string, { cwd, commands }: Surroundings): Promise<string[]> {
  const report = join(cwd, `${basename(file)}.json`)
  const reporter = `--config '${loadTestsConfig}' --testTimeout 60000 --hookTimeout 60000 --reporter json --outputFile '${report}'`
  // The test makes the baseline that a page assumes.
  const update = (await readFile(file, 'utf8')).includes('toMatchBaseline') ? ' --update' : ''
  const line = `'${process.execPath}' '${vitest}' run --root . ${reporter}${update} ${file}`
  const { stderr } = await execute('sh', ['-c', line], cwd, commands)
  if (!existsSync(report)) return [`${file} could not be run: ${stderr.slice(-2000)}`]
  const { tests, failures } = await readLoadTests(report)
  return tests === 0 && failures.length === 0 ? [`${file} has no test`] : [...failures]
}

async function runLines(block: Block, around: Surroundings): Promise<string[]> {
  const failures: string[] = []
  let place = around.cwd
  for (const { command, exitCode } of commandLinesOf(block)) {
    if (notRun[command] !== undefined) continue
    if (command.startsWith('cd ')) place = join(workspace, command.slice('cd '.length))
    if (!existsSync(place)) return [...failures, `there is no folder ${place}`]
    if (command.startsWith('cd ')) continue
    const isExample = place !== around.cwd
    const shortened = shortenCommand(command.replaceAll('npx benchpress', 'benchpress'), isExample ? secondsOfExamples : seconds)
    // Files that a command creates must not exist before.
    const folder = shortened.startsWith('benchpress init') ? await mkdtemp(join(around.cwd, 'init-')) : place
    const seeded = isExample && shortened.startsWith('benchpress run') ? `${shortened} --seed ${seed}` : shortened
    const accepted = isExample ? [exitCode, thresholdsFailed] : [exitCode]
    failures.push(...(await expectExit(redirect(seeded, around.addresses), folder, accepted, around)))
  }
  return failures
}

// A command that depends on no file of a page is run once for all pages.
const shown = new Map<string, Promise<string[]>>()

function expectExit(line: string, cwd: string, accepted: readonly number[], { commands }: Surroundings): Promise<string[]> {
  const isAlone = /^benchpress (?:preset|presets|doctor|https?:|localhost)/.test(line) && !line.includes(' -o ') && !line.includes(' -- ')
  const known = isAlone ? shown.get(line) : undefined
  if (known !== undefined) return known
  const ended = expectExitOf(line, cwd, accepted, commands)
  if (isAlone) shown.set(line, ended)
  return ended
}

async function expectExitOf(line: string, cwd: string, accepted: readonly number[], commands: string): Promise<string[]> {
  const { exitCode, ...printed } = await execute('sh', ['-c', line], cwd, commands)
  const { stdout, stderr } = printed
  const mayFail = accepted.includes(thresholdsFailed)
  // A file that is not on the page is run as it is: that of an example, or of a folder that was just made.
  const isMoment = mayFail || line.startsWith('benchpress init')
  if (accepted.includes(exitCode) || (exitCode === runInvalid && isOfMachine(printed, { isMoment, mayFail }))) return []
  return [`${line} ended with ${exitCode}, not ${accepted.join(' or ')}\n${stdout.slice(0, 2000)}\n${stderr.slice(-2000)}`]
}
