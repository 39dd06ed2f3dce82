import { Redis } from 'ioredis'
import { setTimeout as wait } from 'node:timers/promises'
import { KeySpace } from '../../src/journeys/key-space.ts'
import { BetweenInstants } from './between-instants.ts'

// The cost of a loop around the bare client, without times, counts or checks of values.
const [port = 0, seconds = 0] = process.argv.slice(2, 4).map(Number)
const command = process.argv[4]
const [keys = 0, size = 0] = process.argv.slice(5, 7).map(Number)
const users = 50
const keySpace = new KeySpace({ keys, prefix: 'key:', size, values: 'text' })
const over = new AbortController()

const connections = Array.from({ length: users }, () => new Redis({ host: '127.0.0.1', port }))
const instants = await BetweenInstants.on(port, command ?? '')
const loops = connections.map(async (redis) => {
  while (!over.signal.aborted) {
    const index = Math.floor(Math.random() * keys)
    if (command === 'set') await redis.set(keySpace.nameOf(index), keySpace.textOf(index))
    else await redis.get(keySpace.nameOf(index))
  }
})
await wait(1500)
await instants.begin()
await wait(seconds * 1000)
await instants.end()
over.abort()
await Promise.all(loops)
for (const redis of connections) redis.disconnect()
