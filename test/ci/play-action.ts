import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { openCommentsServer, type CommentsServer } from './comments-server.ts'
import { makePullRequest, type PullRequest } from './pull-request.ts'
import { readAction, runAction, type ActionEnd } from './run-action.ts'

/** What the action did to a pull request that makes a server slower. */
export interface PlayedAction extends ActionEnd {
  readonly pull: PullRequest
  readonly api: CommentsServer
  /** What it posted, with the port of docs/ci.md. */
  readonly comment: string
}

/** Runs the action on a pull request whose head is slower, with as few rounds as count; it takes a minute and a half. Another one was commented before. */
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
    // As on the pages of presets, the build of a kernel is of one machine.
    const shownComment = named.replaceAll(`127.0.0.1:${port}`, 'localhost:3000').replaceAll(/\bLinux (\d+\.\d+)\S*/g, 'Linux $1')
    return { ...end, pull, api, comment: shownComment }
  } finally {
    await api.close()
  }
}

// A page whose commits stay the same is written again without a change.
const commitsOfPage: Readonly<Record<string, string>> = { base: '5f2c1e0a9b34', head: 'c81d77e4f602' }

const page = new URL('../../docs/ci.md', import.meta.url)
const shown = /(?<=```text\n)<!-- benchpress: [^]*?(?=```)/

/** The comment that docs/ci.md shows. */
export async function commentOfPage(): Promise<string> {
  return shown.exec(await readFile(page, 'utf8'))?.[0] ?? ''
}

/** docs/ci.md with another comment. */
export async function pageWith(comment: string): Promise<string> {
  return (await readFile(page, 'utf8')).replace(shown, () => comment)
}

/** A comment without what differs from run to run and from machine to machine: figures, and whether the slowest responses, of which there are few, are decided. */
export function shapeOfComment(comment: string): readonly string[] {
  return comment
    .split('\n')
    .filter((line) => line !== '' && !/^ {2}(?:inconclusive|equivalent)|^\|.* Latency 9\d%/.test(line))
    .map((line) =>
      line
        .replace(/, \d+ runs? from \d{4}-.*$/, '')
        .replaceAll(/, Latency 9\d% of requests is [^,]*higher/g, '')
        .replaceAll(/[+-]?\b\d[\d.,]*(?: ?(?:[µm]?s\b|%))?/g, '#'),
    )
}
