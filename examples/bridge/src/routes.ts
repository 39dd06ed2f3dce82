import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { sendEmpty, sendText } from './send.ts'
import type { BridgeMetrics } from './bridge-metrics.ts'
import type { Bridge } from './bridge.ts'

/** Responds to a request, and calls `onHead` with the status once the head is sent. */
type Route = (request: IncomingMessage, response: ServerResponse, onHead: (status: number) => void) => void

interface Endpoint {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly route: Route
}

/** Options of the routes. */
export interface RouteOptions {
  readonly bridge: Bridge
  readonly metrics: BridgeMetrics
  /** Prefix of the paths of the protocol. */
  readonly basePath: string
  /** Whether `/metrics` is served here. */
  readonly servesMetrics: boolean
  /** Headers of every response. */
  readonly headers: ReadonlyMap<string, string>
}

/** The routes of a bridge; each request is counted, except those to unknown paths. */
export function createRoutes({ bridge, metrics, basePath, servesMetrics, headers }: RouteOptions): RequestListener {
  const endpoints = new Map<string, Endpoint>()
  const add = (path: string, method: Endpoint['method'], route: Route): unknown => endpoints.set(path, { path, method, route })
  add(`${basePath}/events`, 'GET', (request, response, onHead) => bridge.subscribe(request, response, onHead))
  add(`${basePath}/message`, 'POST', (request, response, onHead) => bridge.post(request, response, onHead))
  add('/health', 'GET', (_request, response, onHead) => {
    sendText(response, 200, 'OK')
    onHead(200)
  })
  const serveMetrics = createMetricsRoute(metrics)
  return (request, response) => {
    const endpoint = endpoints.get(pathOf(request))
    if (endpoint === undefined) {
      if (servesMetrics) serveMetrics(request, response)
      else sendEmpty(response, 404)
      return
    }
    const { path, method, route } = endpoint
    const start = performance.now()
    for (const [name, value] of headers) response.setHeader(name, value)
    const onHead = (status: number): void => {
      const { method: asked = '', headers: own } = request
      metrics.countRequest({ method: asked, host: own.host ?? '', path, status, seconds: (performance.now() - start) / 1000 })
    }
    if (request.method === method) route(request, response, onHead)
    else {
      sendEmpty(response, 405, ['allow', method])
      onHead(405)
    }
  }
}

/** Serves `GET /metrics`, and nothing else. */
export function createMetricsRoute({ registry }: BridgeMetrics): RequestListener {
  return (request, response) => {
    if (pathOf(request) !== '/metrics') sendEmpty(response, 404)
    else if (request.method !== 'GET') sendEmpty(response, 405, ['allow', 'GET'])
    else {
      registry.metrics().then(
        (text) => sendText(response, 200, text, registry.contentType),
        (error: unknown) => sendText(response, 500, String(error)),
      )
    }
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
