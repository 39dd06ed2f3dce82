import { sendError, sendJson, sendText, notKept } from './send.ts'
import type { Route } from './route.ts'

const defaultMaxBytes = 1024 * 1024

/** `GET /replication/info`. */
export const getReplication: Route = ({ response }, { store }) => {
  const stats = store.stats()
  sendJson(response, 200, {
    aof_path: stats.aof_path,
    aof_size: stats.aof_bytes,
    aof_version: stats.aof_version,
    snapshot_checksum: stats.snapshot_checksum,
    snapshot_created_at: stats.last_snapshot_at,
    snapshot_path: stats.snapshot_path,
    snapshot_version: stats.snapshot_version,
  })
}

/** `GET /replication/snapshot`: makes a new one, unless `latest=true` accepts the last one. */
export const getSnapshot: Route = async ({ query, response }, { store }) => {
  try {
    const { text, checksum } = await (query.get('latest') === 'true' ? store.latestSnapshot() : store.snapshot())
    const { snapshot_version: version, aof_version: logVersion } = store.stats()
    sendText(response, 200, text, [
      'x-toska-snapshot-checksum',
      checksum,
      'x-toska-snapshot-version',
      String(version),
      'x-toska-aof-version',
      String(logVersion),
    ])
  } catch (error) {
    sendError(response, 503, 'Snapshot unavailable', { reason: error instanceof Error ? error.message : String(error) })
  }
}

/** `GET /replication/aof`: bytes of the log from `since` on. */
export const getLog: Route = async ({ query, response }, { store }) => {
  const since = query.get('since') ?? '0'
  if (!/^-?\d+$/.test(since)) {
    sendError(response, 400, 'Invalid offset')
    return
  }
  const offset = Number(since)
  if (offset < 0) {
    sendError(response, 400, 'Offset must be >= 0')
    return
  }
  const given = query.get('max_bytes') ?? ''
  const maxBytes = /^\d+$/.test(given) && Number(given) > 0 ? Number(given) : defaultMaxBytes
  const { bytes, size, snapshotCreatedAt } = await store.readLog(offset, maxBytes)
  // The last header is not Toska's: it shows a follower that the log was emptied.
  const createdAt = snapshotCreatedAt === null ? [] : ['x-toska-snapshot-created-at', String(snapshotCreatedAt)]
  const headers = ['content-type', 'application/octet-stream; charset=utf-8', ...notKept, 'x-toska-aof-size', String(size), ...createdAt]
  if (bytes.length === 0) {
    response.writeHead(204, headers)
    response.end()
    return
  }
  response.writeHead(200, [...headers, 'x-toska-aof-offset', since, 'content-length', String(bytes.length)])
  response.end(bytes)
}
