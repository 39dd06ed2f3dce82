import type { RequestListener } from 'node:http'
import { refusalOf, type AccessRules } from './access.ts'
import { sendError } from './send.ts'
import { deleteKey, getKey, getKeys, listKeys, putKey } from './kv-routes.ts'
import { getLog, getReplication, getSnapshot } from './replication-routes.ts'
import type { Exchange, Route, RouteContext } from './route.ts'
import { getFollower, getHealth, getStats } from './state-routes.ts'

const routes: ReadonlyMap<string, Route> = new Map([
  ['GET /health', getHealth],
  ['GET /stats', getStats],
  ['GET /kv/keys', listKeys],
  ['POST /kv/mget', getKeys],
  ['GET /replication/info', getReplication],
  ['GET /replication/snapshot', getSnapshot],
  ['GET /replication/aof', getLog],
  ['GET /replication/status', getFollower],
])

const keyRoutes: ReadonlyMap<string, Route> = new Map([
  ['GET', getKey],
  ['PUT', putKey],
  ['DELETE', deleteKey],
])

const noQuery = new URLSearchParams()

/** Creates the routes of a store. */
export function createRoutes(context: RouteContext, rules: AccessRules): RequestListener {
  return (request, response) => {
    const { method = '', url = '/' } = request
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const refusal = refusalOf(request, path, rules)
    if (refusal !== undefined) {
      sendError(response, refusal.status, refusal.error)
      return
    }
    const route = routeOf(method, path)
    if (route === undefined) {
      sendError(response, 404, 'Not Found', { path })
      return
    }
    serve(route, { request, response, path, query: end < 0 ? noQuery : new URLSearchParams(url.slice(end + 1)) }, context)
  }
}

function routeOf(method: string, path: string): Route | undefined {
  const isKey = path.startsWith('/kv/') && path.length > 4 && !path.includes('/', 4)
  return routes.get(`${method} ${path}`) ?? (isKey ? keyRoutes.get(method) : undefined)
}

function serve(route: Route, exchange: Exchange, context: RouteContext): void {
  const served = route(exchange, context)
  served?.catch((error: unknown) => {
    if (exchange.response.headersSent) exchange.response.destroy()
    else sendError(exchange.response, 500, 'Internal error', { reason: String(error) })
  })
}
