import { sendError, sendJson } from './send.ts'
import { mgetBody, putBody } from './bodies.ts'
import { readJson } from './read-json.ts'
import type { Exchange, Route } from './route.ts'

const defaultLimit = 100

/** `GET /kv/:key`. */
export const getKey: Route = ({ path, response }, { store }) => {
  const key = keyOf(path)
  if (key === undefined) {
    sendError(response, 400, 'Invalid key')
    return
  }
  const value = store.get(key)
  if (value === null) sendError(response, 404, 'Not Found', { key })
  else sendJson(response, 200, { key, value })
}

/** `PUT /kv/:key`. */
export const putKey: Route = async ({ path, request, response }, { store, bodyLimit }) => {
  const body = await readJson(request, response, { schema: putBody, limit: bodyLimit })
  if (body === undefined) return
  await write({ path, response }, (key) => store.put(key, body.value, body.ttl_ms ?? undefined))
}

/** `DELETE /kv/:key`. */
export const deleteKey: Route = (exchange, { store }) => write(exchange, (key) => store.delete(key))

/** `POST /kv/mget`. */
export const getKeys: Route = async ({ request, response }, { store, bodyLimit }) => {
  const body = await readJson(request, response, { schema: mgetBody, limit: bodyLimit })
  if (body !== undefined) sendJson(response, 200, { values: store.mget(body.keys) })
}

/** `GET /kv/keys`. */
export const listKeys: Route = ({ query, response }, { store }) => {
  const limit = query.get('limit') ?? ''
  sendJson(response, 200, { keys: store.keys(query.get('prefix') ?? '', /^\d+$/.test(limit) ? Number(limit) : defaultLimit) })
}

async function write({ path, response }: Pick<Exchange, 'path' | 'response'>, change: (key: string) => Promise<void>): Promise<void> {
  const key = keyOf(path)
  if (key === undefined) {
    sendError(response, 400, 'Invalid key')
    return
  }
  try {
    await change(key)
  } catch (error) {
    sendError(response, 503, 'KV store unavailable', { reason: error instanceof Error ? error.message : String(error) })
    return
  }
  sendJson(response, 200, { key, ok: true })
}

function keyOf(path: string): string | undefined {
  const raw = path.slice('/kv/'.length)
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}
