import { isBenchpressError, run } from '@benchpress/core'
import type { Config } from '@benchpress/core'
import { machinesOn } from '../src/starter/machines.ts'
import { starterTrust } from '../src/trust/starter-trust.ts'
import type { StarterMessage } from './fleet.ts'

// A starter as a process of its own, which can be killed: it runs a load, by default an endless one, on a number of agents, and prints its outcome.
const [broker = '', agents = '1', key = '', target = '', scenarios] = process.argv.slice(2)
const endless: Config['scenarios'] = { all: { request: { path: '/?on=1' }, workload: { rate: '100/s', duration: '1h' } } }
const given = scenarios === undefined ? endless : (JSON.parse(scenarios) as Config['scenarios'])

async function outcome(): Promise<StarterMessage> {
  const cwd = import.meta.dirname
  try {
    const machines = machinesOn({ broker, agents: Number(agents), patience: 10_000, trust: await starterTrust({ key, cwd }) })
    const { scenarios: ended, machines: used, verdict, generator } = await run({ target, seed: 7, scenarios: given }, { machines, cwd })
    return { result: { scenarios: ended, machines: used, verdict, generator } }
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return { error: error.code, message: error.message }
  }
}

process.stdout.write(JSON.stringify(await outcome()))
