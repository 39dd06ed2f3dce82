import type { Problem } from '@benchpress/core/preset'
import type { CommandIo } from '../command-io.ts'
import { runProgram } from './run-program.ts'

/** A commit of a repository. */
interface Commit {
  /** The name on the command line, such as `main`; a whole hash is shortened. */
  readonly name: string
  readonly hash: string
}

/** Two commits to be compared. */
export interface Commits {
  readonly base: Commit
  readonly head: Commit
  /** Path of the working directory within the repository, which exists in both commits. */
  readonly prefix: string
}

/** Finds two commits, and the working directory in both of them; adds everything that is missing to `problems`. */
export async function findCommits(
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
  const parents = isHash(head) ? (await git('rev-parse', '--quiet', `${head}^@`)).stdout.trim().split('\n') : []
  return { base: { name: shortened(base), hash: ofBase }, head: { name: nameOfHead(head, base, parents), hash: ofHead }, prefix }
}

/** Names the head: where CI has merged a pull request into the base, by the commit that was merged. */
function nameOfHead(head: string, base: string, [into, merged]: readonly string[]): string {
  return into === base && merged !== undefined ? `${shortened(merged)} merged into A` : shortened(head)
}

// The beginning of a hash identifies the commit.
function shortened(commit: string): string {
  return isHash(commit) ? commit.slice(0, 12) : commit
}

function isHash(commit: string): boolean {
  return /^[\da-f]{40,}$/.test(commit)
}
