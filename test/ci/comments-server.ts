import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'

/** A comment on the server. */
interface KeptComment {
  readonly id: number
  body: string
  /** Whether the comment is by somebody else than the user of the token. */
  readonly isForeign?: boolean
}

/** A server with the routes for comments that GitHub and GitLab document, and no others. */
export interface CommentsServer {
  /** URL of the API of GitHub, and of that of GitLab below `/api/v4`. */
  readonly url: string
  readonly comments: KeptComment[]
  /** Method and path of each request, with the status of its response. */
  readonly calls: string[]
  close(): Promise<void>
}

type Response = readonly [status: number, value: unknown]

interface Routes {
  readonly listed: string
  readonly one: string
  readonly change: string
  readonly longest: number
  /** The response to `GET /user`, which an app of GitHub may not read. */
  readonly user: { readonly path: string; readonly response: Response }
  readonly listedAs: (comment: KeptComment) => unknown
  readonly refuse: (headers: IncomingHttpHeaders, token: string) => Response | undefined
}

const authorOf = ({ isForeign = false }: KeptComment): { readonly id: number; readonly type: string } =>
  isForeign ? { id: 666, type: 'User' } : { id: 41, type: 'Bot' }

// https://docs.github.com/en/rest/issues/comments and https://docs.gitlab.com/api/notes/#merge-requests
const github: Routes = {
  listed: '/repos/shop/api/issues/7/comments',
  one: '/repos/shop/api/issues/comments/',
  change: 'PATCH',
  longest: 65_536,
  user: { path: '/user', response: [403, { message: 'Resource not accessible by integration' }] },
  listedAs: (comment) => ({ id: comment.id, body: comment.body, user: authorOf(comment) }),
  refuse: (headers, token) => {
    if (!['token', 'Bearer'].some((scheme) => headers.authorization === `${scheme} ${token}`)) return [401, { message: 'Bad credentials' }]
    return headers['user-agent'] === undefined ? [403, { message: 'Request forbidden by administrative rules' }] : undefined
  },
}
const gitlab: Routes = {
  listed: '/api/v4/projects/42/merge_requests/7/notes',
  one: '/api/v4/projects/42/merge_requests/7/notes/',
  change: 'PUT',
  longest: 1_000_000,
  user: { path: '/api/v4/user', response: [200, { id: 41 }] },
  listedAs: (comment) => ({ id: comment.id, body: comment.body, author: { id: authorOf(comment).id } }),
  refuse: (headers, token) => (headers['private-token'] === token ? undefined : [401, { message: '401 Unauthorized' }]),
}

function isFit(body: unknown, { longest }: Routes): body is string {
  return typeof body === 'string' && body !== '' && body.length <= longest
}

/** Opens the server; `canWrite` is whether the token may do more than read. */
export async function openCommentsServer(
  token: string,
  { canWrite = true }: { readonly canWrite?: boolean } = {},
): Promise<CommentsServer> {
  const comments: KeptComment[] = []
  const calls: string[] = []
  const mayWrite = (changed: KeptComment | undefined): boolean => canWrite && changed?.isForeign !== true
  const write = async (request: IncomingMessage, forge: Routes, path: string): Promise<Response> => {
    const isNew = request.method === 'POST' && path === forge.listed
    const id = path.startsWith(forge.one) ? Number(path.slice(forge.one.length)) : Number.NaN
    const changed = request.method === forge.change ? comments.find((comment) => comment.id === id) : undefined
    if (!isNew && changed === undefined) return [404, { message: 'Not Found' }]
    if (!mayWrite(changed)) return [403, { message: 'Resource not accessible by integration' }]
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
    const { body } = isForm
      ? Object.fromEntries(new URLSearchParams(await text(request)))
      : ((await json(request)) as { readonly body?: unknown })
    if (!isFit(body, forge)) return [422, { message: 'Validation Failed: body is too long' }]
    const comment = changed ?? { id: 1000 + comments.length, body }
    comment.body = body
    if (isNew) comments.push(comment)
    return [isNew ? 201 : 200, { ...comment, html_url: `https://github.example/shop/api/pull/7#issuecomment-${comment.id}` }]
  }
  const respond = async (request: IncomingMessage): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const forge = pathname.startsWith('/api/v4') ? gitlab : github
    const refused = forge.refuse(request.headers, token)
    if (refused !== undefined) return refused
    if (request.method === 'GET' && pathname === forge.user.path) return forge.user.response
    if (request.method !== 'GET' || pathname !== forge.listed) return await write(request, forge, pathname)
    const [size, page] = [Math.min(100, Number(searchParams.get('per_page'))), Number(searchParams.get('page') ?? 1)]
    return [200, comments.slice((page - 1) * size, page * size).map(forge.listedAs)]
  }
  const server = createServer((request, response) => {
    void respond(request).then(([status, value]) => {
      calls.push(`${request.method} ${request.url} ${status}`)
      // GitHub names the next page in a header; where there is none is up to the reader of GitLab.
      const next = new URL(request.url ?? '/', `http://${request.headers.host}`)
      next.searchParams.set('page', String(Number(next.searchParams.get('page') ?? 1) + 1))
      const link = Array.isArray(value) && value.length === 100 ? { link: `<${next.href}>; rel="next"` } : {}
      response.writeHead(status, { 'content-type': 'application/json', ...link }).end(JSON.stringify(value))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    calls,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
