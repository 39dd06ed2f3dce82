import { setTimeout as sleep } from 'node:timers/promises'
import { readMachineFacts, systemClock } from '@benchpress/core/machines'
import { PlayedLoad, type PlayedSize } from '../../../core/test/run/generators/played-load.ts'
import { agentTrust } from '../../src/trust/agent-trust.ts'
import { SyntheticAgent } from './synthetic-agent.ts'

// Many agents in one process, all of which report the figures of a load of full size.
const [broker = '', key = '', seconds = '0', size = ''] = process.argv.slice(2)
const played = JSON.parse(size) as PlayedSize
const trust = await agentTrust([key])
const facts = await readMachineFacts('agent')
const agents = await Promise.all(
  Array.from(
    { length: played.generators },
    async (_, number) => await SyntheticAgent.join(broker, trust, { ...facts, name: `agent-${number}` }),
  ),
)
const [start = NaN] = await Promise.all(agents.map(async (agent) => await agent.started()))
if (Number.isNaN(start)) throw new Error('the run has ended before it started')
const load = new PlayedLoad(played, start)
for (const agent of agents) agent.report({ type: 'started', at: start })
const pressure = { cpu: 0.012345, memory: 0, io: 0.001234 }
const sample = {
  generatorCpu: 0.312345678,
  generatorRss: 123_456_789,
  targetCpu: null,
  targetRss: null,
  hostCpu: 0.912345678,
  hostInterruptCpu: 0.012345678,
  disturbance: {
    stolenCpu: 0,
    stolen: 0,
    throttled: null,
    pressure,
    groupPressure: pressure,
    involuntarySwitches: 12,
    clockJump: 0.000012345,
    suspended: 0,
  },
}
let latest = 0
for (let second = 0; second < Number(seconds); second++) {
  const reports = load.play(second)
  const due = start + (second + 1) * 1e6
  latest = Math.max(latest, systemClock.now() - due)
  await sleep(Math.max(0, (due - systemClock.now()) / 1000))
  for (const agent of agents) {
    const report = reports[agent.worker ?? 0]
    if (report !== undefined) agent.report(report)
    agent.reportMachine({ type: 'sample', sample: { ...sample, at: second + 1, length: 1 + second / 1e5 } })
  }
}
const at = start + Number(seconds) * 1e6
const health = { utilization: 0.3, cpu: 0.3, loopDelay: { p50: 0, p99: 1, max: 2 }, length: 1000 }
for (const agent of agents) {
  agent.report({ type: 'over', scenario: 0, at })
  agent.report({ type: 'done', at, health })
  agent.exit()
}
await Promise.all(agents.map(async (agent) => await agent.ended()))
process.stdout.write(JSON.stringify({ latest: latest / 1000 }))
