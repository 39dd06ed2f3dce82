import { run } from '@benchpress/core'
import { machinesOn } from '../src/starter/machines.ts'
import { starterTrust } from '../src/trust/starter-trust.ts'

// A starter as a process of its own, to be killed: a load without end on as many agents as are asked for.
const [broker = '', agents = '1', key = '', target = ''] = process.argv.slice(2)
const machines = machinesOn({ broker, agents: Number(agents), trust: await starterTrust({ key }) })
const scenarios = { all: { request: { path: '/?on=1' }, workload: { rate: '100/s', duration: '1h' } } }
await run({ target, scenarios }, { machines })
