import { once } from 'node:events'
import { connect } from 'node:net'
import type { Journey, JourneyUser, SetupContext } from '@benchpress/core'
import type { RedisClient } from '@benchpress/example-plugin-resp'
import { benchKey, benchValue } from './bench-keys.ts'
import type { BenchOptions } from './bench-keys.ts'
import { fillVariable } from './over-http.ts'

// What the plugin gives each user.
type WithRedis = { readonly redis: RedisClient } & Pick<JourneyUser, 'random'>

/** A user who sets a random key, over and over. */
export function set(options: BenchOptions): Journey {
  const value = benchValue(options)
  const last = options.keySpace - 1
  return async ({ redis, random }: WithRedis) => {
    await redis.set(benchKey(random.int(0, last)), value)
  }
}

/** A user who gets a random key, over and over, and checks its value. */
export function get(options: BenchOptions): Journey {
  const value = benchValue(options)
  const last = options.keySpace - 1
  return async ({ redis, random }: WithRedis) => {
    await redis.get(benchKey(random.int(0, last)), { expect: value, nil: true })
  }
}

/** Sets every key, for those who get them: each test has a server of its own. */
export async function beforeAll({ target, env }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as BenchOptions | null
  if (options === null) return
  const { hostname, port } = new URL(target)
  const socket = connect(Number(port), hostname)
  const value = benchValue(options)
  try {
    await once(socket, 'connect')
    // One command a line, which Redis reads as well as its own format.
    socket.write(Array.from({ length: options.keySpace }, (_, index) => `SET ${benchKey(index)} ${value}\r\n`).join(''))
    let replies = ''
    while (replies.split('\n').length <= options.keySpace) {
      const [data] = (await once(socket, 'data')) as [Buffer]
      replies += data.toString('latin1')
    }
    const wrong = replies.split('\r\n').find((reply) => reply !== '+OK' && reply !== '')
    if (wrong !== undefined) throw new Error(`SET was answered with ${wrong}`)
  } finally {
    socket.destroy()
  }
}
