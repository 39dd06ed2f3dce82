import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { machinesOn } from '../../src/starter/machines.ts'
import { starterTrust } from '../../src/trust/starter-trust.ts'
import { brokers } from '../brokers.ts'
import { Fleet } from '../fleet.ts'
import { openWay } from '../way.ts'

const ways = brokers.flatMap((broker) => (['agent', 'starter'] as const).map((far) => [far, ...broker] as const))

// Longer than the patience of an agent, so that signs of life have to get through meanwhile, and than the starter waits for agents.
test.for(ways)(
  'an archive of 30 MiB is sent where the network of the %s takes 6 s for it, over %s',
  async ([far, , isThere, start], { skip }) => {
    skip(!isThere, 'there is no such broker')
    const fleet = await Fleet.start(await start())
    const way = await openWay(fleet.broker.url, { rate: 7e6 })
    const cwd = await mkdtemp(join(tmpdir(), 'benchpress-large-'))
    onTestFinished(async () => {
      await way.close()
      await fleet.stop()
      await rm(cwd, { recursive: true })
    })
    await writeFile(join(cwd, 'large.bin'), randomBytes(30 * 2 ** 20))
    const urlOf = (who: 'agent' | 'starter'): string => (who === far ? way.url : fleet.broker.url)
    await fleet.agent('one', { broker: urlOf('agent') })
    const trust = await starterTrust({ key: fleet.key, cwd, files: ['large.bin'] })
    const scenarios = { all: { request: { path: '/?on=1' }, workload: { rate: '50/s', iterations: 50 } } }
    const result = await run(
      { target: fleet.target, scenarios },
      { machines: machinesOn({ broker: urlOf('starter'), agents: 1, trust, patience: 4000 }), cwd },
    )
    expect(result.machines?.map(({ lost }) => lost)).toEqual([null])
    expect(result.scenarios[0]?.counts.outcomes.ok).toBe(50)
    expect(await fleet.broker.left()).toEqual([])
  },
)
