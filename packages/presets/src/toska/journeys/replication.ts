import type { Journey } from '@benchpress/core'
import { ask, type Ask } from './ask.ts'

const info: Ask = { method: 'GET', name: 'GET /replication/info', accept: [200, 503], check: 'info status 200/503' }
const snapshot: Ask = { method: 'GET', name: 'GET /replication/snapshot', accept: [200, 503], check: 'snapshot status 200/503' }
const log: Ask = { method: 'GET', name: 'GET /replication/aof', accept: [200, 204, 503], check: 'aof status 200/204/503' }

const discarded = { discardBody: true }

// The info of replication, or the reason why there is none.
const isInfo = { has: /"aof_size":|"error":/ }

/** A user who sends the requests of a follower, discards snapshot and log, and sleeps. */
export function replication(): Journey {
  return async (user) => {
    await ask(user, info, '/replication/info', isInfo)
    await ask(user, snapshot, '/replication/snapshot', discarded)
    await ask(user, log, '/replication/aof?since=0&max_bytes=65536', discarded)
    await user.think('100ms')
  }
}
