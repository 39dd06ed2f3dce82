import type * as ExampleNestjs from '@benchpress/example-nestjs'
import { definePreset, type Preset } from '@benchpress/core/preset'
import { adaptTests, documentedArrivals, nestjsFlags, sourcesOfNestjs, unfitForNestjs, type NestjsSettings } from './adapt-tests.ts'
import { findInNestjs } from './findings/find-in-nestjs.ts'
import { nestjsSuite } from './nestjs-suite.ts'
import { documentedTests } from './nestjs-tests.ts'
import { nestjsSections } from './report/nestjs-sections.ts'

/** The load tests of an auction service on one core and on many: journeys over HTTP, Socket.IO, and the most that it can read. */
export const nestjs: Preset<NestjsSettings> = definePreset<NestjsSettings>({
  name: 'nestjs',
  title: 'Auctions with NestJS on one core and on all: 3,145 users over HTTP, 3,145 over Socket.IO, 15,700 users with 120 reads each',
  parts: {
    load: 'journeys over HTTP: deposits, bids, leaderboards',
    websocket: 'journeys over Socket.IO: users who stay, listen and bid',
    max: 'as many reads over HTTP as the service can handle',
  },
  source: {
    url: 'https://github.com/nmime/telegram-gift-auction',
    tool: 'Artillery 2.0.27',
    machine: 'macOS (Darwin 25.2.0) with 12 CPUs (its model was not published)',
    what: '6 runs',
  },
  url: 'http://localhost:3000',
  flags: nestjsFlags,
  unfit: unfitForNestjs,
  sources: sourcesOfNestjs,
  plugins: (part) => (part === undefined || part === 'websocket' ? ['@benchpress/plugin-socketio/plugin'] : []),
  suite: ({ target, part }) =>
    nestjsSuite(
      target,
      documentedTests.filter(({ name }) => name === (part ?? name)),
      documentedArrivals,
    ),
  adapt: adaptTests,
  knownRoutes: () => [{ path: '/api/auctions', contains: '[', of: 'an auction service' }],
  standIn: {
    description: 'the embedded service, NestJS with Fastify and Socket.IO as published, but with SQLite in place of MongoDB and Redis',
    load: async (packages) => {
      const { auctionsTarget } = await packages.load<typeof ExampleNestjs>('@benchpress/example-nestjs')
      return { variants: { 'single-core': auctionsTarget({ workers: 1 }), 'multi-core': auctionsTarget({ workers: 'auto' }) } }
    },
  },
  pages: { load: 'load-test', websocket: 'websocket-test', max: 'http-max' },
  sections: (suite, presetRun) => nestjsSections(suite, presetRun, findInNestjs(suite)),
  findings: findInNestjs,
})
