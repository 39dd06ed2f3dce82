import { printable } from '../format/texts.ts'
import type { Forge } from './forge.ts'

/** The outcome of posting a comment. */
export type Posted =
  | { readonly done: 'created' | 'updated'; readonly url: string | null }
  /** The token may only read, as for a pull request of a fork. */
  | { readonly done: 'refused'; readonly because: string }

/**
 * Posts Markdown as a comment of a pull request, or updates the comment that was posted before under the same id.
 *
 * A comment is found again by a hidden line at its beginning, among those of the same author: comments of others are left alone. A text that is too long is cut
 * after a line, with a note.
 *
 * @throws Error with the message of the forge, or that it cannot be reached
 */
export async function postComment(markdown: string, id: string, forge: Forge): Promise<Posted> {
  const marker = `<!-- benchpress: ${id} -->`
  // A name such as that of an endpoint must not mention a user.
  const quiet = markdown.replaceAll(/@(?=\w)/g, '@\u200B')
  const body = `${marker}\n${cut(quiet, forge.longest - marker.length - 1)}`
  try {
    const own = await findComment(marker, forge)
    const [method, url] = own === undefined ? (['POST', forge.comments] as const) : ([forge.change, forge.commentAt(own)] as const)
    const made = (await call(url, forge, { method, body: JSON.stringify({ body }) })) as { readonly html_url?: unknown }
    return { done: own === undefined ? 'created' : 'updated', url: typeof made.html_url === 'string' ? made.html_url : null }
  } catch (error) {
    const isDenied = error instanceof ForgeError && [401, 403, 404].includes(error.status)
    if (isDenied && forge.readsOnly !== null) return { done: 'refused', because: forge.readsOnly }
    throw error
  }
}

const ofPage = 100
// The most pages that are requested, even if a forge never returns a last one.
const mostPages = 100

interface Comment {
  readonly id: number
  readonly body?: string | null
  /** The author, in the API of GitHub. */
  readonly user?: { readonly id: number; readonly type: string } | null
  /** The author, in the API of GitLab. */
  readonly author?: { readonly id: number }
}

/** Finds the first comment of the token's user that begins with the marker; a comment that quotes the marker does not begin with it. */
async function findComment(marker: string, forge: Forge): Promise<number | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await call(`${forge.comments}?per_page=${ofPage}&page=${page}`, forge, { method: 'GET' })
    if (!Array.isArray(listed)) throw new Error(`${forge.name} gave no list of comments`)
    const comments = listed as readonly Comment[]
    const marked = comments.filter(({ body }) => body?.startsWith(marker) === true)
    const own = marked.length === 0 ? undefined : marked.find(await isOurs(forge))
    if (own !== undefined) return own.id
    if (comments.length < ofPage) return undefined
  }
  return undefined
}

/** Returns whether a comment is by the token's user. The token of a job of GitHub belongs to an app, which may not read its user and comments as a bot. */
async function isOurs(forge: Forge): Promise<(comment: Comment) => boolean> {
  const user = (await call(forge.user, forge, { method: 'GET' }).catch((error: unknown) => {
    if (error instanceof ForgeError) return undefined
    throw error
  })) as { readonly id: number } | undefined
  if (user === undefined) return (comment) => comment.user?.type === 'Bot'
  return ({ user: onGitHub, author: onGitLab }) => (onGitHub ?? onGitLab)?.id === user.id
}

class ForgeError extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

async function call(url: string, { name, headers }: Forge, request: { readonly method: string; readonly body?: string }): Promise<unknown> {
  const response = await fetch(url, {
    ...request,
    headers: { ...headers, 'user-agent': 'benchpress', ...(request.body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(longestWait),
  }).catch((error: unknown) => {
    const { message, cause } = error as Error
    throw new Error(`${name} cannot be reached: ${cause instanceof Error ? cause.message : message}`)
  })
  const text = await response.text()
  const value = parse(text)
  if (response.ok) return value
  const said = typeof value === 'object' && value !== null && 'message' in value ? value.message : text
  const reason = printable(typeof said === 'string' ? said : JSON.stringify(said)).slice(0, 200)
  throw new ForgeError(`${name} refused the comment with status ${response.status}: ${reason}`, response.status)
}

const longestWait = 30_000

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const rest = '\n\n_The rest is too long for a comment._\n'

/** Cuts a text after the last line that fits, and adds a line about the cut. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest - rest.length)
  return `${kept.slice(0, kept.lastIndexOf('\n') + 1)}${rest}`
}
