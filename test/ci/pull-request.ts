import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A checkout of a pull request like that of `actions/checkout`: the pull request merged into its base. */
export interface PullRequest {
  readonly folder: string
  /** Commit of the base when the pull request was made, which is older than the one that it is merged into. */
  readonly base: string
  readonly head: string
  /** The two sides: the base of the merge, and the merge. */
  readonly sides: { readonly base: string; readonly head: string }
}

/** Makes a repository of a server on a port, with a branch that takes a few milliseconds longer for each response, merged into a base that has new commits. */
export async function makePullRequest(folder: string, port: number): Promise<PullRequest> {
  const settings = ['user.name=x', 'user.email=x@localhost', 'commit.gpgsign=false', 'init.defaultBranch=main'].flatMap((each) => [
    '-c',
    each,
  ])
  const git = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('git', [...settings, ...args], { cwd: folder })).stdout.trim()
  const commit = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    await git('add', '.')
    await git('commit', '-m', `change ${name}`)
    return await git('rev-parse', 'HEAD')
  }
  await mkdir(folder, { recursive: true })
  await git('init')
  await writeFile(join(folder, 'build.mjs'), `import { copyFileSync } from 'node:fs'\ncopyFileSync('server.mjs', 'built.mjs')\n`)
  const base = await commit('server.mjs', serverOf(port, 2))
  await git('checkout', '-b', 'slower')
  const head = await commit('server.mjs', serverOf(port, 12))
  await git('checkout', 'main')
  const gone = await commit('README.md', 'A shop\n')
  await git('merge', '--no-ff', 'slower', '-m', 'merge')
  return { folder, base, head, sides: { base: gone, head: await git('rev-parse', 'HEAD') } }
}

function serverOf(port: number, milliseconds: number): string {
  return `import { createServer } from 'node:http'
createServer((_request, response) => setTimeout(() => response.end('items'), ${milliseconds})).listen(${port}, '127.0.0.1')
`
}
