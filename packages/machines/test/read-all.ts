import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { Redis } from 'ioredis'

/** Reads the whole contents of a Redis. */
export interface RedisReader {
  /** Returns keys and values as text, with encoded or compressed parts also decoded. */
  readAll(): Promise<string>
  /** Changes a character of each archive; resolves with the number of archives. */
  alterCode(): Promise<number>
  close(): void
}

const readAny = `
  local kind = redis.call('type', KEYS[1]).ok
  if kind == 'hash' then return redis.call('hgetall', KEYS[1]) end
  if kind == 'list' then return redis.call('lrange', KEYS[1], 0, -1) end
  if kind == 'zset' then return redis.call('zrange', KEYS[1], 0, -1) end
  if kind == 'set' then return redis.call('smembers', KEYS[1]) end
  if kind == 'stream' then return redis.call('xrange', KEYS[1], '-', '+') end
  return redis.call('get', KEYS[1])`

/** Opens a Redis for a user who may read everything. */
export function readRedis(url: string): RedisReader {
  const redis = new Redis(url)
  return {
    readAll: async () => {
      const found: string[] = []
      for (const key of await redis.keys('*')) found.push(key, JSON.stringify(await redis.eval(readAny, 1, key)))
      return found.flatMap((text) => [text, ...decoded(text)]).join('\n')
    },
    alterCode: async () => {
      let altered = 0
      for (const key of await redis.keys('benchpress:*.code:*')) {
        const data = (await redis.type(key)) === 'hash' ? await redis.hget(key, 'data') : null
        if (data === null) continue
        const { text } = JSON.parse(data) as { readonly text: string }
        const at = Math.floor(text.length / 2)
        await redis.hset(key, 'data', JSON.stringify({ text: `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}` }))
        altered += 1
      }
      return altered
    },
    close: () => redis.disconnect(),
  }
}

function decoded(text: string): string[] {
  return Array.from(text.matchAll(/[A-Za-z\d+/]{40,}={0,2}/g), ([base64]) => Buffer.from(base64, 'base64')).flatMap((bytes) => {
    // A message has a head of four bytes.
    const message = unpacked(inflateRawSync, bytes.subarray(4))
    const inside = [bytes, unpacked(inflateSync, bytes), unpacked(gunzipSync, bytes), message].filter((each) => each !== undefined)
    // v8 serialises strings with one or two bytes for each character.
    return inside.flatMap((each) => [each.toString('latin1'), each.toString('utf16le')])
  })
}

function unpacked(unpack: (bytes: Buffer) => Buffer, bytes: Buffer): Buffer | undefined {
  try {
    return unpack(bytes)
  } catch {
    return undefined
  }
}
