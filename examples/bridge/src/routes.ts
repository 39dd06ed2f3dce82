import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { answerEmpty, answerText } from './answer.ts'
import type { BridgeMetrics } from './bridge-metrics.ts'
import type { Bridge } from './bridge.ts'

/** Answers a request, and says with which status once its head is sent. */
type Route = (request: IncomingMessage, response: ServerResponse, answered: (status: number) => void) => void

interface Endpoint {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly route: Route
}

/** Which request goes where. */
export interface RouteOptions {
  readonly bridge: Bridge
  readonly metrics: BridgeMetrics
  /** What the paths of the protocol start with. */
  readonly basePath: string
  /** Whether `/metrics` is answered here. */
  readonly servesMetrics: boolean
  /** What every answer has beside its own headers. */
  readonly headers: ReadonlyMap<string, string>
}

/** The requests that a bridge answers; each is counted, but for those to unknown paths. */
export function createRoutes({ bridge, metrics, basePath, servesMetrics, headers }: RouteOptions): RequestListener {
  const endpoints = new Map<string, Endpoint>()
  const add = (path: string, method: Endpoint['method'], route: Route): unknown => endpoints.set(path, { path, method, route })
  add(`${basePath}/events`, 'GET', (request, response, answered) => bridge.subscribe(request, response, answered))
  add(`${basePath}/message`, 'POST', (request, response, answered) => bridge.post(request, response, answered))
  add('/health', 'GET', (_request, response, answered) => {
    answerText(response, 200, 'OK')
    answered(200)
  })
  const answerMetrics = createMetricsRoute(metrics)
  return (request, response) => {
    const endpoint = endpoints.get(pathOf(request))
    if (endpoint === undefined) {
      if (servesMetrics) answerMetrics(request, response)
      else answerEmpty(response, 404)
      return
    }
    const { path, method, route } = endpoint
    const start = performance.now()
    for (const [name, value] of headers) response.setHeader(name, value)
    const answered = (status: number): void => {
      const { method: asked = '', headers: own } = request
      metrics.countRequest({ method: asked, host: own.host ?? '', path, status, seconds: (performance.now() - start) / 1000 })
    }
    if (request.method === method) route(request, response, answered)
    else {
      answerEmpty(response, 405, ['allow', method])
      answered(405)
    }
  }
}

/** Answers `GET /metrics`, and nothing else. */
export function createMetricsRoute({ registry }: BridgeMetrics): RequestListener {
  return (request, response) => {
    if (pathOf(request) !== '/metrics') answerEmpty(response, 404)
    else if (request.method !== 'GET') answerEmpty(response, 405, ['allow', 'GET'])
    else {
      registry.metrics().then(
        (text) => answerText(response, 200, text, registry.contentType),
        (error: unknown) => answerText(response, 500, String(error)),
      )
    }
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
