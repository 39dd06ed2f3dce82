import type * as ExampleHypha from '@benchpress/example-hypha'
import type { TargetConfig } from '@benchpress/core'
import { definePreset, given } from '@benchpress/core/preset'
import type { Preset, PresetPackages, PresetTarget } from '@benchpress/core/preset'
import { adaptHypha, runningCluster } from './adapt-hypha.ts'
import { casesOf, hyphaParts, type HyphaPart } from './hypha-cases.ts'
import { hyphaCorrections, hyphaTables } from './documented-hypha.ts'
import { hyphaClaims } from './hypha-claims.ts'
import { hyphaParameters, unfitForHypha, type HyphaValues } from './hypha-parameters.ts'
import { hyphaSuite } from './hypha-suite.ts'

/** The benchmarks of Hypha Core: one server and a cluster of three, level by level and endpoint by endpoint. */
export const hypha: Preset<HyphaValues> = definePreset<HyphaValues>({
  name: 'hypha',
  title:
    'Hypha Core: services over HTTP, from 1,000 requests, 10 at a time, to 50,000, 500 at a time; a single instance and a cluster of three',
  parts: hyphaParts,
  partsOfServers: ['cluster'],
  source: {
    url: 'https://github.com/oeway/hypha-core',
    tool: 'scripts on fetch',
    machine: 'a machine that was not published',
    what: 'the best rows',
  },
  url: 'http://localhost:9640',
  parameters: hyphaParameters,
  unfit: unfitForHypha,
  suite: ({ target, part }) => hyphaSuite(target, readPart(part), 'batch'),
  adapt: (target, { part, ...asked }) => adaptHypha(target, { ...asked, part: readPart(part) }),
  // A route that only clusters have is checked on each server before each run.
  knownRoutes: ({ part, own: { cluster: servers } }) => {
    const services = new Set(part === 'cluster' ? [] : casesOf(readPart(part)).map(({ endpoints: [endpoint] }) => endpoint?.service ?? ''))
    const ofCluster = { path: '/default/services', contains: 'benchmark-service', of: 'a cluster whose servers have benchmark-service' }
    return [
      ...Array.from(services, (name) => ({ path: `/default/services/${name}`, contains: name, of: `a server that has ${name}` })),
      ...(servers === undefined || part === 'cluster' ? [] : [{ ...ofCluster, servers }]),
    ]
  },
  standIn: {
    description: 'the servers of @benchpress/example-hypha, which respond the same as the published ones but are not Hypha Core',
    load: async (packages, { own, part }) => loadTargets(packages, own, readPart(part)),
  },
  showsRuns: true,
  documented: hyphaTables,
  claims: hyphaClaims,
  corrections: hyphaCorrections,
})

async function loadTargets(packages: PresetPackages, own: HyphaValues, part: HyphaPart | undefined): Promise<PresetTarget> {
  if (part === 'cluster' && own.cluster !== undefined) return runningCluster(own.cluster)
  const { findClusterPort, hyphaClusterTarget, hyphaTarget } = await packages.load<typeof ExampleHypha>('@benchpress/example-hypha')
  const { nodes = 3, without, runtime, cluster: urls } = own
  const common = given({ runtime, break: own.break })
  const loadCluster = async (): Promise<TargetConfig> =>
    urls === undefined
      ? hyphaClusterTarget({ ...common, ...given({ without }), nodes, port: await findClusterPort(nodes) })
      : runningCluster(urls)
  if (part === 'cluster') return await loadCluster()
  if (part === 'burst') return hyphaTarget({ ...common, script: 'burst' })
  if (part !== undefined && part !== 'compare') return hyphaTarget(common)
  return { variants: { single: hyphaTarget(common), cluster: await loadCluster() } }
}

// The command accepts only the parts of the preset.
function readPart(part: string | undefined): HyphaPart | undefined {
  return part as HyphaPart | undefined
}
