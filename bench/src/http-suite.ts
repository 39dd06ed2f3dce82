import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram } from './build-program.ts'
import type { BenchOptions } from './bench-options.ts'
import type { CaseResult } from './case-result.ts'
import { drawCase } from './case-table.ts'
import { measureCase } from './measure-case.ts'
import { isDisturbed } from './measure.ts'
import type { Measurement, Setting } from './measure.ts'
import { judgeMinimums } from './minimums.ts'
import type { JudgedMinimum } from './minimums.ts'
import type { Peer } from './peers/peer.ts'
import { createPinning } from './pin.ts'
import { startStaticTarget } from './static-target.ts'
import { writeJson } from './write-json.ts'

/**
 * Measures benchpress and its peers against the static target, prints the tables, and returns whether no minimum was missed.
 *
 * @throws BenchError when a peer fails or a program cannot be compiled
 */
export async function runHttpSuite(options: BenchOptions): Promise<boolean> {
  const startedAt = new Date().toISOString()
  const peers = await readyPeers(options.peers)
  const results = await measureCases({ ...options, peers })
  const minimums = options.profile === undefined ? judgeMinimums(results) : []
  for (const result of results) console.log(`\n${drawCase(result)}`)
  if (minimums.length > 0) console.log(`\n${drawMinimums(minimums)}`)
  if (options.profile !== undefined) console.log(`\nCPU profiles are in ${options.profile}`)
  if (options.json !== undefined) await writeJson(options.json, { startedAt, seconds: options.seconds, results, minimums })
  return minimums.every(({ state }) => state !== 'not met')
}

async function readyPeers(peers: readonly Peer[]): Promise<readonly Peer[]> {
  const ready: Peer[] = []
  for (const peer of peers) {
    const reason = await peer.prepare()
    if (reason === undefined) ready.push(peer)
    else console.error(`${peer.name} is skipped: ${reason}`)
  }
  return ready
}

async function measureCases(options: BenchOptions): Promise<readonly CaseResult[]> {
  const pinning = await createPinning()
  if (!pinning.isPinned) console.error('target and generator share CPUs: pinning needs taskset and CPUs 0 and 1')
  const runWithUsage = await buildProgram('run-with-usage')
  const temporary = await mkdtemp(join(tmpdir(), 'benchpress-bench-'))
  if (options.profile !== undefined) await mkdir(options.profile, { recursive: true })
  const target = await startStaticTarget(pinning.target)
  try {
    return await measureEach(options, { target, pinning, directories: { temporary, profile: options.profile }, runWithUsage })
  } finally {
    await target.stop()
    await rm(temporary, { recursive: true })
  }
}

async function measureEach(options: BenchOptions, setting: Setting): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const loadCase of options.cases) {
    const load = { ...loadCase, seconds: options.seconds, url: setting.target.url }
    const onMeasurement = (peer: Peer, measurement: Measurement): void => {
      const disturbed = isDisturbed(measurement) ? `, disturbed: others used ${measurement.otherCpu.toFixed(1)} CPUs` : ''
      console.error(`${loadCase.name} ${peer.name}: ${Math.round(measurement.requestsPerSecond)} req/s${disturbed}`)
    }
    results.push(await measureCase(load, setting, { ...options, onMeasurement }))
  }
  return results
}

function drawMinimums(minimums: readonly JudgedMinimum[]): string {
  return minimums
    .map(({ text, state, measured }) => `${state}: ${text}${measured === undefined ? '' : `, measured ${measured}`}`)
    .join('\n')
}
