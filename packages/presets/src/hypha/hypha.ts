import type * as ExampleHypha from '@benchpress/example-hypha'
import { definePreset, type KnownRoute, type Preset } from '@benchpress/core/preset'
import { casesOf, hyphaParts } from './hypha-cases.ts'
import { hyphaCorrections, hyphaTables } from './documented-hypha.ts'
import { hyphaClaims } from './hypha-claims.ts'
import { hyphaParameters, hyphaSuite, type HyphaValues } from './hypha-suite.ts'

const ofLevel = { because: 'each level has its own', hint: 'Give --scale.' }
const oneRequest = { because: 'a connection has one request at a time', hint: 'Leave it out.' }

/** The benchmarks of Hypha Core: one server and a cluster of three, level by level and endpoint by endpoint. */
export const hypha: Preset<HyphaValues> = definePreset<HyphaValues>({
  name: 'hypha',
  title:
    'Hypha Core: services over HTTP, from 1,000 requests, 10 at a time, to 50,000, 500 at a time; a single instance and a cluster of three',
  parts: hyphaParts,
  partsOfServers: ['cluster'],
  servers: 3,
  variants: ['single', 'cluster'],
  source: {
    url: 'https://github.com/oeway/hypha-core',
    tool: 'scripts on fetch',
    machine: 'a machine that was not published',
    what: 'the best rows',
  },
  url: 'http://localhost:9640',
  parameters: hyphaParameters,
  // The flags of every command that these levels cannot follow.
  unfit: [
    { key: 'connections', ...ofLevel },
    { key: 'users', ...ofLevel },
    { key: 'requests', ...ofLevel },
    { key: 'duration', because: 'each level is a number of requests', hint: 'Give --scale.' },
    { key: 'rate', because: 'a level is a number of requests in flight, however long they take', hint: 'Leave it out.' },
    { key: 'pipelining', ...oneRequest },
    { key: 'refill', ...oneRequest },
  ],
  suite: hyphaSuite,
  knownRoutes: ({ part }) => {
    const services = new Set(part === 'cluster' ? [] : casesOf(part).map(({ endpoints: [endpoint] }) => endpoint?.service ?? ''))
    const routeOf = (path: string, name: string, variant: string): KnownRoute => ({
      path,
      contains: name,
      of: `a server that has ${name}`,
      variant,
    })
    return [
      ...Array.from(services, (name) => routeOf(`/default/services/${name}`, name, 'single')),
      ...(part === 'compare' ? [routeOf('/default/services', 'benchmark-service', 'cluster')] : []),
    ]
  },
  standIn: {
    description: 'the servers of @benchpress/example-hypha on Node.js, which respond the same as the published ones but are not Hypha Core',
    load: async (packages) => {
      const { findClusterPort, hyphaClusterTarget, hyphaTarget } = await packages.load<typeof ExampleHypha>('@benchpress/example-hypha')
      return { variants: { single: hyphaTarget(), cluster: hyphaClusterTarget({ port: await findClusterPort(3) }) } }
    },
  },
  showsRuns: true,
  documented: hyphaTables,
  claims: hyphaClaims,
  corrections: hyphaCorrections,
})
