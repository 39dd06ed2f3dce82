import { mkdir } from 'node:fs/promises'
import type { BenchOptions } from './bench-options.ts'
import type { CaseResult, MeasurementsByPeer } from './case-result.ts'
import { drawCase } from './case-table.ts'
import { readyGenerators } from './generator.ts'
import { measure } from './measure.ts'
import type { Measurement, Setting } from './measure.ts'
import { drawMinimums, judgeMinimums } from './minimums.ts'
import type { Peer } from './peers/peer.ts'
import { withSetting } from './setting.ts'
import { isDisturbed, takeTurns } from './take-turns.ts'
import { writeJson } from './write-json.ts'

/**
 * Measures benchpress and its peers against the static target, prints the tables, and returns whether no minimum was missed.
 *
 * @throws BenchError when a peer fails or a program cannot be compiled
 */
export async function runHttpSuite(options: BenchOptions): Promise<boolean> {
  const startedAt = new Date().toISOString()
  const peers = await readyGenerators(options.peers)
  const results = await measureCases({ ...options, peers })
  const minimums = options.profile === undefined ? judgeMinimums(results) : []
  for (const result of results) console.log(`\n${drawCase(result)}`)
  if (minimums.length > 0) console.log(`\n${drawMinimums(minimums)}`)
  if (options.profile !== undefined) console.log(`\nCPU profiles are in ${options.profile}`)
  if (options.json !== undefined)
    await writeJson(options.json, 'http', { startedAt, seconds: options.seconds, cases: results.map(plainCase), minimums })
  return minimums.every(({ state }) => state !== 'not met')
}

async function measureCases(options: BenchOptions): Promise<readonly CaseResult[]> {
  if (options.profile !== undefined) await mkdir(options.profile, { recursive: true })
  return withSetting(({ temporary, ...setting }) =>
    measureEach(options, { ...setting, directories: { temporary, profile: options.profile } }),
  )
}

async function measureEach(options: BenchOptions, setting: Setting): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const loadCase of options.cases) {
    const load = { ...loadCase, seconds: options.seconds, url: setting.target.url }
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
