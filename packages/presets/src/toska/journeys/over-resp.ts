import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Journey, JourneyUser, SetupContext } from '@benchpress/core'
import type { RedisClient } from '@benchpress/example-plugin-resp'
import { benchKey, benchValue, fillVariable, type BenchOptions } from './over-http.ts'

// The client that the plugin gives each user.
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

/** Sets every key before users get them, since each test has a server of its own. */
export async function beforeAll({ target, env }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as BenchOptions | null
  if (options === null) return
  const { hostname, port } = new URL(target)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    await fill(socket, options)
  } finally {
    socket.destroy()
  }
}

// The number of commands that are sent before their replies are awaited.
const filling = 100

async function fill(socket: Socket, options: BenchOptions): Promise<void> {
  const { keySpace } = options
  const value = benchValue(options)
  const send = (first: number): void => {
    for (let index = first; index < Math.min(first + filling, keySpace); index++) socket.write(encode(['SET', benchKey(index), value]))
  }
  let done = 0
  let rest = ''
  send(0)
  for await (const data of socket as AsyncIterable<Buffer>) {
    const replies = `${rest}${data.toString('latin1')}`.split('\r\n')
    rest = replies.pop() ?? ''
    const wrong = replies.find((reply) => reply !== '+OK')
    if (wrong !== undefined) throw new Error(`the reply to SET was ${wrong}`)
    done += replies.length
    if (done === keySpace) return
    if (done % filling === 0) send(done)
  }
  throw new Error(`Redis closed the connection when ${done} of ${keySpace} keys were set`)
}

// The texts are ASCII, so that their length is the number of their bytes.
function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
}
