import type * as ExampleToska from '@benchpress/example-toska'
import { definePreset, type Preset } from '@benchpress/core/preset'
import { adaptToska, toskaSuite } from './adapt-toska.ts'
import { findInToska } from './toska-findings.ts'
import { toskaFlags, unfitForToska, variablesOfToska, type ToskaSettings } from './toska-parameters.ts'
import { toskaFiles } from './report/toska-files.ts'
import { toskaSections } from './report/toska-sections.ts'

/** The performance tests of a key-value store: sweeps over users, functions in process, the same operations as Redis. */
export const toska: Preset<ToskaSettings> = definePreset<ToskaSettings>({
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
    tool: 'k6, Benchee, redis-benchmark and a client of its own',
    machine: 'a machine that was not published',
    what: 'two sweeps and a comparison with Redis',
  },
  url: 'http://localhost:4000',
  flags: toskaFlags,
  unfit: unfitForToska,
  variables: variablesOfToska,
  suite: ({ target, part }) => toskaSuite(target, part),
  adapt: adaptToska,
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
  sections: (suite, presetRun) => toskaSections(findInToska(suite, presetRun), suite, presetRun),
  findings: findInToska,
  files: (suite, presetRun) => toskaFiles(suite, findInToska(suite, presetRun), presetRun),
})
