import type * as ExampleNestjs from '@benchpress/example-nestjs'
import { definePreset, type KnownRoute, type Preset } from '@benchpress/core/preset'
import { nestjsCorrections, nestjsTables } from './documented-nestjs.ts'
import { nestjsClaims } from './nestjs-claims.ts'
import { nestjsParameters, nestjsSuite, type NestjsValues } from './nestjs-suite.ts'

// A login without a body is refused, where there is one.
const loginRoute: KnownRoute = {
  method: 'POST',
  path: '/api/auth/login',
  statuses: [200, 201, 400, 415, 422],
  contains: '',
  of: 'an auction service',
  hint: 'give --tokens FILE with tokens of its users, or with their ids and --jwt-secret, because they log in another way',
}

const arrivals = 'users arrive in phases, and each does one journey'

/** The load tests of an auction service on one core and on many: journeys over HTTP, Socket.IO, and the most that it can read. */
export const nestjs: Preset<NestjsValues> = definePreset<NestjsValues>({
  name: 'nestjs',
  title: 'Auctions with NestJS on one core and on all: 3,145 users over HTTP, 3,145 over Socket.IO, 15,700 users with 120 reads each',
  parts: {
    load: 'journeys over HTTP: deposits, bids, leaderboards',
    websocket: 'journeys over Socket.IO: users who stay, listen and bid',
    max: 'as many reads over HTTP as the service can handle',
  },
  source: {
    url: 'https://github.com/nmime/telegram-gift-auction',
    commit: '941ea12',
    date: '2026-01-23',
    tool: 'Artillery 2.0.27',
    machine: 'macOS (Darwin 25.2.0) with 12 CPUs',
    what: '6 runs',
  },
  variants: ['single-core', 'multi-core'],
  parameters: nestjsParameters,
  url: 'http://localhost:3000',
  unfit: [
    { key: 'connections', because: 'users share a pool of 100 or 300 connections, as documented', hint: 'Give --scale for fewer users.' },
    { key: 'users', because: arrivals, hint: 'Give --scale.' },
    { key: 'rate', because: arrivals, hint: 'Give --scale, which multiplies the rates of all phases.' },
    { key: 'pipelining', because: 'a user has one request at a time', hint: 'Leave it out.' },
    { key: 'refill', because: 'a user has one request at a time', hint: 'Leave it out.' },
    { key: 'requests', because: arrivals, hint: 'Give --scale, or -d for shorter phases.' },
    { key: 'warmup', because: 'the first phase is the warm-up, and counted, as documented', hint: 'Leave it out.' },
    { key: 'sweep', because: arrivals, hint: 'Run it several times with another --scale.' },
    { key: 'reconnectAfter', because: 'users share connections that are kept', hint: 'Leave it out.' },
  ],
  plugins: (part) => (part === undefined || part === 'websocket' ? ['@benchpress/plugin-socketio/plugin'] : []),
  suite: nestjsSuite,
  knownRoutes: ({ own: { tokens } }) => [
    { path: '/api/auctions', contains: '[', of: 'an auction service' },
    ...(tokens === undefined ? [loginRoute] : []),
  ],
  standIn: {
    description: 'the embedded service: NestJS, Fastify and Socket.IO, but with SQLite',
    load: async (packages) => {
      const { auctionsTarget } = await packages.load<typeof ExampleNestjs>('@benchpress/example-nestjs')
      return { variants: { 'single-core': auctionsTarget({ workers: 1 }), 'multi-core': auctionsTarget({ workers: 'auto' }) } }
    },
  },
  pages: { load: 'load-test', websocket: 'websocket-test', max: 'http-max' },
  documented: nestjsTables,
  claims: nestjsClaims,
  corrections: nestjsCorrections,
})
