import { run } from '@benchpress/core'
import { setTimeout as wait } from 'node:timers/promises'
import { redis } from '../../src/index.ts'
import { BetweenInstants } from './between-instants.ts'

// A test as users run it: in a load thread, with each command timed and counted, and each value compared.
const [port = 0, seconds = 0] = process.argv.slice(2, 4).map(Number)
const command = process.argv[4]
const [keys = 0, size = 0, count = 1] = process.argv.slice(5, 8).map(Number)
const keySpace = { keys, prefix: 'key:', size, count }
const abort = new AbortController()
const target = `http://127.0.0.1:${port}`
const journey = command === 'set' ? redis.set(keySpace) : redis.get({ ...keySpace, nil: true })

const instants = await BetweenInstants.on(port, command ?? '')
const ended = run(
  { target, plugins: [redis()], workers: 1, scenarios: { load: { journey, workload: { users: 50, duration: '1h', gracefulStop: '1s' } } } },
  { signal: abort.signal },
)
await wait(1500)
await instants.begin()
await wait(seconds * 1000)
await instants.end()
abort.abort()
await ended
