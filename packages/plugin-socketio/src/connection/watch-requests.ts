import type { CookieStore } from '@benchpress/core/plugin'
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'

// In megabytes, as for a message over WebSocket.
const largestResponse = 100

interface RequestAgent {
  /** Called by Node.js with each request before its head is sent. */
  addRequest(request: ClientRequest, ...others: readonly unknown[]): void
}

/**
 * Has the requests of an agent behave as those of a user: with the cookies of its HTTP client, to this origin only, and with responses of 100 MB at most.
 *
 * The library has cookies of its own, but they last for one connection, and it would follow redirects with all headers, over connections that are not
 * those of the user.
 *
 * @param cookies `undefined`: none are sent
 */
export function watchRequests(agent: Agent, origin: string, cookies: CookieStore | undefined): void {
  const own = agent as unknown as RequestAgent
  const add = own.addRequest.bind(agent)
  own.addRequest = (request, ...others) => {
    const url = origin + request.path
    const header = request.hasHeader('cookie') ? undefined : cookies?.header(url)
    if (header !== undefined) request.setHeader('cookie', header)
    // A WebSocket follows no redirect.
    const isPolling = !request.hasHeader('upgrade')
    const emit = request.emit.bind(request)
    request.emit = (name: string | symbol, ...values: unknown[]): boolean => {
      if (name !== 'response' && name !== 'upgrade') return emit(name, ...values)
      const [response] = values as [IncomingMessage]
      cookies?.keep(response.headers['set-cookie'] ?? [], url)
      if (isPolling && isRedirect(response)) return request.destroy(new Error(`redirected by status ${response.statusCode}`)).destroyed
      if (isPolling) joinChunks(response)
      return emit(name, ...values)
    }
    add(request, ...others)
  }
}

/** Whether an error of polling is about a response, by its stack: the target was reached. */
export function hasResponded(stack: unknown): boolean {
  return typeof stack === 'string' && /^Error: (?:redirected by status|a response larger than) /.test(stack)
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined
}

// The library would copy everything again for each chunk, which takes seconds for some megabytes.
function joinChunks(response: IncomingMessage): void {
  const chunks: Uint8Array[] = []
  let left = largestResponse * 2 ** 20
  const emit = response.emit.bind(response)
  response.emit = (name: string | symbol, ...values: unknown[]): boolean => {
    if (name === 'data') {
      const [chunk] = values as [Uint8Array]
      chunks.push(chunk)
      left -= chunk.length
      if (left < 0) response.destroy(new Error(`a response larger than ${largestResponse} MB`))
      return true
    }
    if (name === 'end' && chunks.length > 0) emit('data', Buffer.concat(chunks))
    return emit(name, ...values)
  }
}
