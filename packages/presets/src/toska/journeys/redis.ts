import { once } from 'node:events'
import { connect } from 'node:net'
import type { Journey, JourneyUser, SetupContext } from '@benchpress/core'
import type { RedisClient } from '@benchpress/example-plugin-resp'
import { fillVariable, keyOf, valueOf, type KeyOptions } from './store.ts'

// The client that the plugin gives each user.
type WithRedis = { readonly redis: RedisClient } & Pick<JourneyUser, 'random'>

/** A user who sets a random key, over and over. */
export function set(options: KeyOptions): Journey {
  const value = valueOf(options)
  return async ({ redis, random }: WithRedis) => {
    await redis.set(keyOf(random.int(0, options.keySpace - 1)), value)
  }
}

/** A user who gets a random key, over and over, and checks its value. */
export function get(options: KeyOptions): Journey {
  const value = valueOf(options)
  return async ({ redis, random }: WithRedis) => {
    await redis.get(keyOf(random.int(0, options.keySpace - 1)), { expect: value, nil: true })
  }
}

/** Sets every key before users get them, since each test has a server of its own. */
export async function beforeAll({ target, env }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as KeyOptions | null
  if (options === null) return
  const { hostname, port } = new URL(target)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    for (let index = 0; index < options.keySpace; index++) socket.write(encode(['SET', keyOf(index), valueOf(options)]))
    let replies = ''
    for await (const data of socket as AsyncIterable<Buffer>) {
      replies += data.toString('latin1')
      const wrong = /^[^+\r\n][^\r\n]*/m.exec(replies)?.[0]
      if (wrong !== undefined) throw new Error(`the reply to SET was ${wrong}`)
      if (replies.length >= options.keySpace * ok.length) return
    }
    throw new Error(`Redis closed the connection when ${Math.floor(replies.length / ok.length)} of ${options.keySpace} keys were set`)
  } finally {
    socket.destroy()
  }
}

const ok = '+OK\r\n'

// The texts are ASCII, so that their length is the number of their bytes.
function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
}
