import type { Problem } from '@benchpress/core/preset'
import type { CommandIo } from '../command-io.ts'
import { runProgram } from './run-program.ts'

/** A commit of a repository. */
interface Commit {
  /** As it was named, such as `main`; of a whole hash its beginning. */
  readonly name: string
  readonly hash: string
}

/** Two commits to be compared. */
export interface Commits {
  readonly base: Commit
  readonly head: Commit
  /** The working directory within the repository, which each of them has. */
  readonly prefix: string
}

/** Finds two commits and the folder in them that the working directory is; adds everything that is not there to `problems`. */
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

/** What the head is: of a merge into the base, which CI makes of a pull request, the commit that was merged. */
function nameOfHead(head: string, base: string, [into, merged]: readonly string[]): string {
  return into === base && merged !== undefined ? `${shortened(merged)} merged into A` : shortened(head)
}

// A whole hash says no more than its beginning.
function shortened(commit: string): string {
  return isHash(commit) ? commit.slice(0, 12) : commit
}

function isHash(commit: string): boolean {
  return /^[\da-f]{40,}$/.test(commit)
}
