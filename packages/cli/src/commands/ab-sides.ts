import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usageError } from '@benchpress/core/preset'
import { messageOf } from '@benchpress/core/report'
import type { CommandIo } from '../command-io.ts'
import { printFaults, printLines } from '../print-lines.ts'
import type { Commits } from './ab-commits.ts'
import { runProgram } from './run-program.ts'

/** A URL, or a command and the folder in which it is started. */
export interface Side {
  readonly command: string
  /** The folder of a checkout in which the command is started, in place of the working directory. */
  readonly cwd?: string
}

/** The two sides of a comparison. */
export interface Sides {
  readonly a: Side
  readonly b: Side
  /** Names for sides that share a command: the two commits. */
  readonly names?: { readonly A: string; readonly B: string }
}

/** The sides of a command line: ready to start, or two commits with the commands that build and start each of them. */
export type WantedSides = Sides | { readonly commits: Commits; readonly build: string | undefined; readonly command: string }

/**
 * Calls `work` with the sides; commits are first checked out into folders of their own and built, and the folders are removed in the end even if `work` throws.
 *
 * @throws UsageError when a commit cannot be checked out or built
 */
export async function withSides<Done>(
  wanted: WantedSides,
  { cwd, signal, stderr, hide }: CommandIo & Pick<Place, 'hide'>,
  work: (sides: Sides) => Promise<Done>,
): Promise<Done> {
  if ('a' in wanted) return await work(wanted)
  const { base, head, prefix } = wanted.commits
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-ab-')))
  const sideOf = (name: string): Required<Side> => ({ command: wanted.command, cwd: join(folder, name, prefix) })
  const sides = { a: sideOf('a'), b: sideOf('b'), names: { A: base.name, B: head.name } }
  try {
    for (const [name, commit] of Object.entries({ a: base, b: head })) {
      printLines(stderr, [`${name.toUpperCase()}: ${commit.name}${wanted.build === undefined ? '' : `, ${wanted.build}`}`])
      await runOrRefuse(
        ['git', 'worktree', 'add', '--detach', join(folder, name), commit.hash],
        { cwd, signal, hide },
        `the commit ${commit.name} cannot be checked out`,
      )
      if (wanted.build !== undefined) await build(wanted.build, { cwd: sideOf(name).cwd, signal, hide }, commit.name)
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
  /** Removes secrets from the output of a program. */
  readonly hide: (text: string) => string
}

async function build(command: string, place: Place, commit: string): Promise<void> {
  const { splitCommand } = await import('@benchpress/core/report')
  await runOrRefuse(splitCommand(command), place, `${commit} cannot be built`)
}

async function runOrRefuse(command: readonly string[], place: Place, problem: string): Promise<string> {
  const { end, stdout, stderr } = await runProgram(command, place)
  place.signal.throwIfAborted()
  if (end === null) return stdout
  const lines = [stdout, stderr].flatMap((text) => text.trim().split('\n').slice(-shownLines)).filter((line) => line !== '')
  throw usageError(`${problem}: ${lines.length === 0 ? end : place.hide(lines.join('\n  '))}`)
}

/** The number of last lines shown of each output of a program that failed: compilers print to one of them, package managers to the other. */
const shownLines = 5
