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

// Sets all keys in one command.
const fill = "for i = 0, ARGV[1] - 1 do redis.call('SET', ARGV[2] .. i, ARGV[3]) end return 'filled'"

/** Sets every key before users get them, since each test has a server of its own. */
export async function beforeAll({ target, env }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as KeyOptions | null
  if (options === null) return
  const { hostname, port } = new URL(target)
  const socket = connect(Number(port), hostname)
  const words = ['EVAL', fill, '0', String(options.keySpace), keyOf(''), valueOf(options)]
  // The texts are ASCII, so that their length is the number of their bytes.
  socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`)
  let reply = ''
  for await (const data of socket as AsyncIterable<Buffer>) {
    reply += data.toString()
    break
  }
  if (!reply.includes('filled')) throw new Error(`the reply to the setting of all keys was ${reply === '' ? 'none' : reply}`)
}
