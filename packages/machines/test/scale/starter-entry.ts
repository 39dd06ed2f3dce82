import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, type Config } from '@benchpress/core'
import type { MachineEvents, Machines } from '@benchpress/core/machines'
import { RunningOutputs } from '@benchpress/report/outputs'
import { machinesOn } from '../../src/starter/machines.ts'
import { starterTrust } from '../../src/trust/starter-trust.ts'
import type { ScaleSample } from './scale-sample.ts'

// The starter of a run on many agents, which prints its cost each second as a line of JSON; the last line summarises the whole run.
const [broker = '', key = '', target = '', agents = '0', seconds = '0'] = process.argv.slice(2)

/** Milliseconds of CPU that adding up has taken. */
let merging = 0

/** The same machines, with the time for adding up their reports measured. */
function timed(machines: Machines): Machines {
  const timedEvents = (events: MachineEvents): MachineEvents => ({
    onExit: (...given) => events.onExit(...given),
    onMachine: (report) => events.onMachine(report),
    onReport: (worker, report) => {
      const before = process.threadCpuUsage()
      events.onReport(worker, report)
      const { user, system } = process.threadCpuUsage(before)
      merging += (user + system) / 1000
    },
  })
  return {
    gather: async (test) => {
      const gathered = await machines.gather(test)
      const generators = gathered.generators.map((generator) => ({
        machine: generator.machine,
        clock: generator.clock,
        threads: generator.threads,
        start: (...[shares, events]: Parameters<typeof generator.start>) => generator.start(shares, timedEvents(events)),
      }))
      return { generators, end: async () => await gathered.end() }
    },
  }
}

let before = { cpu: process.cpuUsage(), merging, at: performance.now() }

function sample(requests: number): ScaleSample {
  const { user, system } = process.cpuUsage(before.cpu)
  const { rss, heapTotal, arrayBuffers } = process.memoryUsage()
  const length = (performance.now() - before.at) / 1000
  const taken = {
    at: performance.now() / 1000,
    requests,
    rss: rss / 1e6,
    heap: heapTotal / 1e6,
    buffers: arrayBuffers / 1e6,
    cpu: (user + system) / 1000 / length,
    merging: (merging - before.merging) / length,
  }
  before = { cpu: process.cpuUsage(), merging, at: performance.now() }
  return taken
}

const machines = timed(
  machinesOn({ broker, agents: Number(agents), patience: 120_000, trust: await starterTrust({ key, cwd: import.meta.dirname }) }),
)
const workload = { users: Number(agents), duration: Number(seconds), gracefulStop: '30s' } as const
const config: Config = { target, workers: 1, scenarios: { played: { journey: '../numbered.journey.ts', workload } } }
// Checkpoints are written as into a report folder of the command.
const folder = mkdtempSync(join(tmpdir(), 'benchpress-scale-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const outputs = new RunningOutputs([{ path: join(folder, 'checkpoint.json'), render: () => ({}), during: 'checkpoint' }], {
  name: 'scale',
  tests: [config],
})
const result = await run(config, {
  machines,
  cwd: import.meta.dirname,
  onProgress: ({ phase, requests }) => {
    if (phase === 'run') process.stdout.write(`${JSON.stringify(sample(requests))}\n`)
  },
  ...(outputs.onCheckpoint === undefined ? {} : { onCheckpoint: outputs.onCheckpoint }),
})
const [scenario] = result.scenarios
const lost = (result.machines ?? []).filter((machine) => machine.lost !== null).map((machine) => `${machine.name}: ${machine.lost?.reason}`)
process.stdout.write(`${JSON.stringify({ started: scenario?.counts.started, ok: scenario?.counts.outcomes.ok, lost })}\n`)
