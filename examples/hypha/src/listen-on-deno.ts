import { refuse } from './responses.ts'
import { bodyLimit } from './listening-server.ts'
import type { Handler, ListeningServer, Place } from './listening-server.ts'
import type { ServiceResponse } from './service-request.ts'

/** The part of Deno's API that is used. */
interface DenoRuntime {
  serve(
    options: { readonly hostname: string; readonly port: number; readonly signal: AbortSignal; readonly onListen: () => void },
    handler: (request: Request) => Response | Promise<Response>,
  ): { readonly addr: { readonly port: number }; readonly finished: Promise<void> }
}

/** Whether this is Deno. */
export const isDeno: boolean = 'Deno' in globalThis

/** Listens with Deno's own server. @throws Error when the port is busy */
export async function listenOnDeno(handler: Handler, { host, port }: Place): Promise<ListeningServer> {
  const { Deno: deno } = globalThis as unknown as { readonly Deno: DenoRuntime }
  const ending = new AbortController()
  // Without a callback, Deno prints the address by itself.
  const options = { hostname: host, port, signal: ending.signal, onListen: () => undefined }
  const server = deno.serve(options, (request) => {
    const { method } = request
    const target = targetOf(request.url)
    return method === 'POST' ? respondWithBody(handler, request, target) : toResponse(handler({ method, target, body: '' }))
  })
  return {
    port: server.addr.port,
    close: () => {
      ending.abort()
      return server.finished
    },
  }
}

async function respondWithBody(handler: Handler, request: Request, target: string): Promise<Response> {
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > bodyLimit) return toResponse(refuse(413, `The body is longer than ${bodyLimit} bytes`))
  return toResponse(handler({ method: request.method, target, body: new TextDecoder().decode(bytes) }))
}

// The path after `http://host`, without the cost of parsing the URL.
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('://') + 3))
}

function toResponse({ status, headers, body }: ServiceResponse): Response {
  return new Response(status === 204 ? null : body, { status, headers })
}
