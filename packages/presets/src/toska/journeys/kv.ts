import type { Journey } from '@benchpress/core'
import { ask, getting, putting, type Ask } from './ask.ts'
import { benchValue, holds, type BenchOptions } from './over-http.ts'

const mget: Ask = { method: 'POST', name: 'POST /kv/mget', accept: [200], check: 'mget status 200' }
const stats: Ask = { method: 'GET', name: 'GET /stats', accept: [200, 503], check: 'stats status 200/503' }
const remove: Ask = { method: 'DELETE', name: 'DELETE /kv/:key', accept: [200, 503], check: 'delete status 200/503' }

/** A user who puts a key, reads it twice, reads the state of the store, deletes the key, and sleeps. */
export function kv(options: BenchOptions): Journey {
  const value = benchValue(options)
  // The published script checks only the status.
  const isRight = holds(value)
  return async (user) => {
    // Users are numbered from 1 in k6.
    const key = `k6_${user.id + 1}_${user.random.int(0, options.keySpace - 1)}`
    await ask(user, putting, `/kv/${key}`, { json: { value } })
    await ask(user, getting, `/kv/${key}`, { isRight })
    await ask(user, mget, '/kv/mget', { json: { keys: [key] } })
    await ask(user, stats, '/stats')
    await ask(user, remove, `/kv/${key}`)
    await user.think('100ms')
  }
}
