import type * as ExampleToska from '@benchpress/example-toska'
import { definePreset, type Preset } from '@benchpress/core/preset'
import { toskaClaims, toskaCorrections, toskaTables } from './documented-toska.ts'
import { toskaFiles } from './toska-files.ts'
import { toskaParameters, toskaSuite, type ToskaValues } from './toska-suite.ts'

const byUsers = 'Give --users, or --sweep users=10,20.'

/** The performance tests of a key-value store: sweeps over users, functions in process, the same operations as Redis. */
export const toska: Preset<ToskaValues> = definePreset<ToskaValues>({
  name: 'toska',
  title: 'Toska: 10 to 40 users with a sleep of 0.1 s, and PUT and GET beside SET and GET of Redis',
  parts: {
    kv: 'a sweep over users who put, read and delete keys',
    replication: 'a sweep over users who ask for what a follower asks for',
    micro: 'functions of the store in this process, by tinybench, only when it is named',
    redis: 'PUT and GET over HTTP beside SET and GET of a redis-server over RESP',
  },
  source: {
    url: 'https://github.com/nullsync/toska_store',
    date: '2025-12-25',
    tool: 'k6, Benchee, redis-benchmark and a client of its own',
    machine: 'a machine that was not published',
    what: 'two sweeps and a comparison with Redis',
  },
  parameters: toskaParameters,
  url: 'http://localhost:4000',
  unfit: [
    { key: 'connections', because: 'the tests have users, each with a connection of its own', hint: byUsers },
    { key: 'pipelining', because: 'a user has one request at a time', hint: 'Leave it out.' },
    { key: 'refill', because: 'a user has one request at a time', hint: 'Leave it out.' },
    { key: 'rate', because: 'the tests are closed: a user begins again when it is through', hint: byUsers },
    { key: 'reconnectAfter', because: 'a user keeps its connection', hint: 'Leave it out.' },
  ],
  variables: { BASE_URL: 'BENCHPRESS_URL', K6_VUS: 'BENCHPRESS_USERS', K6_DURATION: 'BENCHPRESS_DURATION' },
  suite: ({ part, own }) => toskaSuite(part, own),
  knownRoutes: ({ part }) => [
    { path: '/stats', contains: '"keys"', of: 'a store' },
    ...(part === 'kv' || part === 'redis' ? [] : [{ path: '/replication/info', contains: '"aof_', of: 'a store that is a leader' }]),
  ],
  local: (part, own) =>
    part === 'micro' ? async (signal) => (await import('./micro/measure-functions.ts')).measureFunctions(own, signal) : undefined,
  standIn: {
    description: 'the embedded store on node:http with a log on disk, which responds as Toska does but is not Toska',
    load: async (packages) => (await packages.load<typeof ExampleToska>('@benchpress/example-toska')).toskaTarget(),
  },
  documented: toskaTables,
  claims: toskaClaims,
  corrections: toskaCorrections,
  files: toskaFiles,
})
