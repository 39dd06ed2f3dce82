import { mkdir } from 'node:fs/promises'
import type { BenchOptions } from './bench-options.ts'
import type { CaseResult, MeasurementsByPeer } from './case-result.ts'
import { drawCase } from './case-table.ts'
import { readyGenerators } from './generator.ts'
import { measure } from './measure.ts'
import type { Measurement } from './measure.ts'
import { judgeMinimums } from './minimums.ts'
import type { Peer } from './peers/peer.ts'
import { report } from './report.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { withSetting } from './setting.ts'
import { isDisturbed, takeTurns } from './take-turns.ts'

/**
 * Measures benchpress and its peers against the static target, prints the tables, and returns whether no minimum was missed.
 *
 * @throws BenchError when a peer fails or a program cannot be compiled
 */
export async function runHttpSuite(options: BenchOptions): Promise<boolean> {
  const startedAt = new Date().toISOString()
  const peers = await readyGenerators(options.peers)
  if (options.profile !== undefined) await mkdir(options.profile, { recursive: true })
  const results = await withSetting(async (setting) => await measureEach({ ...options, peers }, setting))
  const minimums = options.profile === undefined ? judgeMinimums(results) : []
  if (options.profile !== undefined) console.log(`\nCPU profiles are in ${options.profile}`)
  const measured = { startedAt, seconds: options.seconds, cases: results.map(plainCase) }
  return await report({ suite: 'http', tables: results.map(drawCase), minimums, measured }, options.json)
}

async function measureEach(options: BenchOptions, setting: GeneratorSetting): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const loadCase of options.cases) {
    const load = { ...loadCase, seconds: options.seconds, url: setting.target.url, profile: options.profile }
    const measureAndSay = async (peer: Peer): Promise<Measurement> => {
      const measurement = await measure(peer, load, setting)
      console.error(`${loadCase.name} ${peer.name}: ${Math.round(measurement.requestsPerSecond)} req/s${describeDisturbance(measurement)}`)
      return measurement
    }
    const turns = await takeTurns(options.peers, options.rounds, measureAndSay, options.mostRounds)
    const byPeer = (part: 'kept' | 'setAside'): MeasurementsByPeer => new Map(turns.map((each) => [each.kind.name, each[part]]))
    results.push({ loadCase, kept: byPeer('kept'), setAside: byPeer('setAside') })
  }
  return results
}

function describeDisturbance(measurement: Measurement): string {
  if (!isDisturbed(measurement)) return ''
  const { otherCpu, disturbance } = measurement
  return `, disturbed: others used ${otherCpu.toFixed(1)} CPUs, the hypervisor took ${(disturbance.stolenCpu ?? 0).toFixed(1)}`
}

// Includes measurements that were set aside.
function plainCase({ loadCase: { name, connections, pipelining }, kept, setAside }: CaseResult): object {
  return { name, connections, pipelining, kept: Object.fromEntries(kept), setAside: Object.fromEntries(setAside) }
}
