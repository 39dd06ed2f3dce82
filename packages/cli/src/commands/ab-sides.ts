import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usageError, type Problem } from '@benchpress/core/preset'
import { messageOf, redactText, splitCommand } from '@benchpress/core/report'
import { isBenchpressError } from '@benchpress/core'
import type { CommandIo } from '../command-io.ts'
import { printFaults, printLines } from '../print-lines.ts'
import { runProgram } from './run-program.ts'
import type { AbSettings } from '../flags/compare-flags.ts'

/** A URL, or a command and the folder in which it is started. */
export interface AbSide {
  readonly command: string
  /** The folder of a checkout in which the command is started, in place of the working directory. */
  readonly cwd?: string
}

/** The two sides of a comparison. */
export interface AbSides {
  readonly a: AbSide
  readonly b: AbSide
  /** Names for sides that share a command: the two commits. */
  readonly names?: { readonly A: string; readonly B: string }
}

/** The sides of a command line: ready to start, or two commits with the commands that build and start each of them. */
type WantedSides = AbSides | { readonly commits: Commits; readonly build: string | undefined; readonly command: string }

/**
 * Calls `work` with the sides; commits are first checked out into folders of their own and built, and the folders are removed in the end even if `work` throws.
 *
 * @throws UsageError when a commit cannot be checked out or built
 */
export async function withSides<Done>(
  wanted: WantedSides,
  { cwd, signal, stderr }: CommandIo,
  work: (sides: AbSides) => Promise<Done>,
): Promise<Done> {
  if ('a' in wanted) return await work(wanted)
  const { base, head, prefix, isChanged } = wanted.commits
  if (isChanged) printFaults(stderr, ['the working directory has changes, which are in neither commit'])
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-ab-')))
  const sideOf = (name: string): Required<AbSide> => ({ command: wanted.command, cwd: join(folder, name, prefix) })
  const sides = { a: sideOf('a'), b: sideOf('b'), names: { A: base.name, B: head.name } }
  try {
    for (const [name, commit] of Object.entries({ a: base, b: head })) {
      printLines(stderr, [`${name.toUpperCase()}: ${commit.name}${wanted.build === undefined ? '' : `, ${wanted.build}`}`])
      await runOrRefuse(
        ['git', 'worktree', 'add', '--detach', join(folder, name), commit.hash],
        { cwd, signal },
        `the commit ${commit.name} cannot be checked out`,
      )
      if (wanted.build !== undefined)
        await runOrRefuse(splitCommand(wanted.build), { cwd: sideOf(name).cwd, signal }, `${commit.name} cannot be built`)
    }
    return await work(sides)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) => {
      printFaults(stderr, [`${folder} could not be removed: ${messageOf(error)}`])
    })
    await runProgram(['git', 'worktree', 'prune'], { cwd }).catch(() => undefined)
  }
}

interface Place {
  readonly cwd: string
  readonly signal: AbortSignal
}

async function runOrRefuse(command: readonly string[], place: Place, problem: string): Promise<string> {
  const { end, stdout, stderr } = await runProgram(command, place)
  place.signal.throwIfAborted()
  if (end === null) return stdout
  const lines = [stdout, stderr].flatMap((text) => text.trim().split('\n').slice(-shownLines)).filter((line) => line !== '')
  throw usageError(`${problem}: ${lines.length === 0 ? end : redactText(lines.join('\n  '))}`)
}

/** The number of last lines shown of each output of a program that failed: compilers print to one of them, package managers to the other. */
const shownLines = 5

interface Commit {
  /** The name on the command line with the hash, such as `main (1f2e3d4c5b6a)`; of a whole hash its beginning. */
  readonly name: string
  readonly hash: string
}

interface Commits {
  readonly base: Commit
  readonly head: Commit
  /** Path of the working directory within the repository, which exists in both commits. */
  readonly prefix: string
  /** Whether files of the working directory differ from its commit. */
  readonly isChanged: boolean
}

/** Finds two commits, and the working directory in both of them; adds everything that is missing to `problems`. */
async function findCommits(
  { base, head }: { readonly base: string; readonly head: string },
  { cwd, signal }: Pick<CommandIo, 'cwd' | 'signal'>,
  problems: Problem[],
): Promise<Commits | undefined> {
  const git = async (...args: readonly string[]): ReturnType<typeof runProgram> => {
    const ran = await runProgram(['git', ...args], { cwd, signal })
    signal.throwIfAborted()
    return ran
  }
  const asked = await git('rev-parse', '--show-prefix')
  if (asked.end !== null) {
    problems.push({ message: `--git: ${asked.stderr.trim() === '' ? asked.end : asked.stderr.trim()}` })
    return undefined
  }
  const prefix = asked.stdout.trim()
  const find = async (name: string): Promise<string | undefined> => {
    const { end, stdout } = await git('rev-parse', '--quiet', '--verify', `${name}^{commit}`)
    const hash = stdout.trim()
    if (end !== null)
      problems.push({ message: `--git: there is no commit ${name}`, hint: 'A shallow clone, as CI makes it, has few: fetch it first.' })
    else if ((await git('cat-file', '-e', `${hash}:${prefix.replace(/\/$/, '')}`)).end !== null)
      problems.push({ message: `--git: the commit ${name} has no folder ${prefix}` })
    else return hash
    return undefined
  }
  const [ofBase, ofHead] = [await find(base), await find(head)]
  if (ofBase === undefined || ofHead === undefined) return undefined
  const [into, merged] = isHash(head) ? (await git('rev-parse', '--quiet', `${head}^@`)).stdout.trim().split('\n') : []
  // Where CI has merged a pull request into the base, the head is named by the commit that was merged.
  const nameOfHead = into === base && merged !== undefined ? `${shortened(merged)} merged into A` : nameOf(head, ofHead)
  const isChanged = (await git('status', '--porcelain')).stdout.trim() !== ''
  return { base: { name: nameOf(base, ofBase), hash: ofBase }, head: { name: nameOfHead, hash: ofHead }, prefix, isChanged }
}

// A branch moves on: its name alone does not tell later which commit was compared.
function nameOf(name: string, hash: string): string {
  return isHash(name) ? shortened(name) : `${name} (${shortened(hash)})`
}

// The beginning of a hash identifies the commit.
function shortened(hash: string): string {
  return hash.slice(0, 12)
}

function isHash(commit: string): boolean {
  return /^[\da-f]{40,}$/.test(commit)
}

type SideSettings = Pick<AbSettings, 'a' | 'b' | 'git' | 'build' | 'command'>

/**
 * Reads the sides that the flags name; adds everything that is wrong with them to `problems`, including missing commits.
 *
 * @param settings `isOfCommits` tells whether `--git` was given, even if its value is wrong
 */
export async function readSides(
  settings: SideSettings & { readonly isOfCommits: boolean },
  io: CommandIo,
  problems: Problem[],
): Promise<WantedSides | undefined> {
  const { a, b, git, build, command } = settings
  for (const [name, value] of Object.entries({ a, b, build, command })) refuseUnsplit(name, value, problems)
  if (settings.isOfCommits) return git === undefined ? undefined : await readCommits(git, settings, io, problems)
  for (const [name, value] of Object.entries({ build, command }))
    if (value !== undefined) problems.push({ message: `--${name} needs --git`, hint: 'It is for two commits, such as --git main..HEAD.' })
  for (const [name, side] of Object.entries({ a, b }))
    if (side === undefined) problems.push({ message: `--${name} is missing`, hint: 'Give a URL, or a command in quotes.' })
  return commandSides(settings)
}

async function readCommits(
  range: NonNullable<SideSettings['git']>,
  { a, b, build, command }: SideSettings,
  io: CommandIo,
  problems: Problem[],
): Promise<WantedSides | undefined> {
  if (a !== undefined || b !== undefined)
    problems.push({ message: '--git and --a or --b: there are two pairs of sides', hint: 'Give one of them.' })
  if (command === undefined)
    problems.push({
      message: '--git needs --command',
      hint: 'Give the command that starts the target, such as --command "node server.js".',
    })
  const commits = await findCommits(range, io, problems)
  return command === undefined || commits === undefined ? undefined : { commits, build, command }
}

/** The sides by their commands, before anything is checked out; `undefined` where a flag is missing. */
export function commandSides({ a, b, git, command }: SideSettings): AbSides | undefined {
  const [ofA, ofB] = git === undefined ? [a, b] : [command, command]
  return ofA === undefined || ofB === undefined ? undefined : { a: { command: ofA }, b: { command: ofB } }
}

function refuseUnsplit(name: string, command: string | undefined, problems: Problem[]): void {
  if (command === undefined || isUrl(command)) return
  try {
    splitCommand(command)
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    problems.push({ message: `--${name}: ${error.message}`, hint: error.hint })
  }
}

/** Whether a side is a URL rather than a command. */
export function isUrl(side: string): boolean {
  return /^https?:\/\//i.test(side)
}
