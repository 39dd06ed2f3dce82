import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { usageError } from '@benchpress/core/preset'
import type { CommandIo } from '../command-io.ts'

const execute = promisify(execFile)

/** A URL, or a command and where it is started. */
export interface Side {
  readonly command: string
  readonly cwd?: string
}

/** The two sides of a comparison. */
export interface Sides {
  readonly a: Side
  readonly b: Side
}

/** The sides as they were asked for: as they are, or two commits with what builds and starts each of them. */
export type WantedSides =
  | Sides
  | { readonly base: string; readonly head: string; readonly build: string | undefined; readonly command: string }

/**
 * Does `work` with the sides; commits are checked out into folders of their own and built first, and the folders are taken away after it, whatever comes of that.
 *
 * @throws UsageError when a commit cannot be checked out or built
 */
export async function withSides<Done>(
  wanted: WantedSides,
  { cwd, signal, stderr }: CommandIo,
  work: (sides: Sides) => Promise<Done>,
): Promise<Done> {
  if ('a' in wanted) return await work(wanted)
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-ab-'))
  const sideOf = (name: string): Side => ({ command: wanted.command, cwd: join(folder, name) })
  const sides = { a: sideOf('a'), b: sideOf('b') }
  try {
    for (const [name, commit] of Object.entries({ a: wanted.base, b: wanted.head })) {
      stderr.write(`${name.toUpperCase()}: ${commit}${wanted.build === undefined ? '' : `, ${wanted.build}`}\n`)
      await runOrRefuse(
        ['git', 'worktree', 'add', '--detach', join(folder, name), commit],
        { cwd, signal },
        `the commit ${commit} cannot be checked out`,
      )
      if (wanted.build !== undefined) await build(wanted.build, { cwd: join(folder, name), signal }, commit)
    }
    return await work(sides)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await execute('git', ['worktree', 'prune'], { cwd }).catch(() => undefined)
  }
}

interface Place {
  readonly cwd: string
  readonly signal: AbortSignal
}

async function build(command: string, place: Place, commit: string): Promise<void> {
  const { splitCommand } = await import('@benchpress/core/report')
  await runOrRefuse(splitCommand(command), place, `${commit} cannot be built`)
}

// Never by a shell: what is in a flag is a program and its arguments.
async function runOrRefuse([program = '', ...args]: readonly string[], place: Place, problem: string): Promise<void> {
  try {
    await execute(program, args, { ...place, maxBuffer: 64 * 2 ** 20 })
  } catch (error) {
    place.signal.throwIfAborted()
    const { stderr = '' } = error as { readonly stderr?: string }
    const said = stderr.trim().split('\n').at(-1) ?? ''
    throw usageError(`${problem}: ${said === '' && error instanceof Error ? error.message.split('\n')[0] : said}`)
  }
}
