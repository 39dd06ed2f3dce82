import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { openCommentsServer, type CommentsServer } from './comments-server.ts'
import { makePullRequest, type PullRequest } from './pull-request.ts'
import { readAction, runAction, type ActionEnd } from './run-action.ts'

/** The outcome of the action on a pull request that makes a server slower. */
export interface PlayedAction extends ActionEnd {
  readonly pull: PullRequest
  readonly api: CommentsServer
  /** The comment that was posted, with the port of docs/ci.md. */
  readonly comment: string
}

/**
 * Runs the action on a pull request whose head is slower, with the fewest rounds that count; it takes a minute and a half. The pull request has an earlier
 * comment.
 */
export async function playAction(folder: string): Promise<PlayedAction> {
  const port = await freePort()
  const pull = await makePullRequest(join(folder, 'workspace'), port)
  const api = await openCommentsServer('token')
  try {
    api.comments.push({ id: 1, body: '<!-- benchpress: comparison -->\nof an earlier push' }, { id: 2, body: 'thanks' })
    const end = await runAction(await readAction(), {
      workspace: pull.folder,
      temp: join(folder, 'temp'),
      apiUrl: api.url,
      token: 'token',
      event: { pull_request: { number: 7, base: { sha: pull.base }, head: { sha: pull.head, repo: { full_name: 'shop/api' } } } },
      inputs: {
        source: `http://127.0.0.1:${port}`,
        build: 'node build.mjs',
        command: 'node built.mjs',
        'fail-on': 'p50 > +5%\nerror > +1%\n',
        arguments: ['-c', '4', '-d', '3.2', '-W', '0.3', '--rounds', '5', '--no-progress'].join('\n'),
      },
    })
    const [comment] = api.comments
    const commits = Object.entries({ [pull.sides.base]: 'base', [pull.head]: 'head' })
    const named = commits.reduce(
      (text, [commit, name]) => text.replaceAll(commit.slice(0, 12), commitsOfPage[name] ?? ''),
      comment?.body ?? '',
    )
    // The build of a kernel is removed, as on the pages of presets.
    const shownComment = named.replaceAll(`127.0.0.1:${port}`, 'localhost:3000').replaceAll(/\bLinux (\d+\.\d+)\S*/g, 'Linux $1')
    return { ...end, pull, api, comment: shownComment }
  } finally {
    await api.close()
  }
}

// Commits that stay the same leave the page unchanged.
const commitsOfPage: Readonly<Record<string, string>> = { base: '5f2c1e0a9b34', head: 'c81d77e4f602' }

const page = new URL('../../docs/ci.md', import.meta.url)
const shown = /(?<=```text\n)<!-- benchpress: [^]*?(?=```)/

/** Reads the comment in docs/ci.md. */
export async function commentOfPage(): Promise<string> {
  return shown.exec(await readFile(page, 'utf8'))?.[0] ?? ''
}

/** Makes the text of docs/ci.md with another comment. */
export async function pageWith(comment: string): Promise<string> {
  return (await readFile(page, 'utf8')).replace(shown, () => comment)
}

/** A comment without the parts that differ by run and machine: figures, and whether the few slowest responses are decided, with the reason. */
export function shapeOfComment(comment: string): readonly string[] {
  return comment
    .split('\n')
    .filter((line) => line !== '' && !/^(?:inconclusive|equivalent): |^\|.* Latency 9\d%/.test(line))
    .map((line) =>
      line
        .replace(/, \d+ runs? from \d{4}-.*$/, '')
        .replaceAll(/, Latency 9\d% of requests is [^,]*higher/g, '')
        .replaceAll(/[+-]?\b\d[\d.,]*(?: ?(?:[µm]?s\b|%))?/g, '#')
        // Two ends that are written alike are one.
        .replaceAll('# to #', '#'),
    )
}
