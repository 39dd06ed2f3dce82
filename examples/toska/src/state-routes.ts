import { sendError, sendJson } from './send.ts'
import type { Route } from './route.ts'

/** `GET /health`. */
export const getHealth: Route = ({ response }, { store, follower }) => {
  const times = { timestamp: Date.now(), uptime: Math.round(process.uptime() * 1000) }
  if (store.failure !== undefined) sendJson(response, 503, { status: 'unhealthy', ...times, reason: store.failure.message })
  else if (follower !== undefined && !follower.isReady) sendJson(response, 503, { status: 'starting', ...times })
  else sendJson(response, 200, { status: 'healthy', ...times })
}

/** `GET /stats`. */
export const getStats: Route = ({ response }, { store }) => sendJson(response, 200, store.stats())

/** `GET /replication/status`. */
export const getFollower: Route = ({ response }, { follower }) => {
  if (follower === undefined) sendError(response, 404, 'Follower not running')
  else sendJson(response, 200, follower.status)
}
