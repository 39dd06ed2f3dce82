import { cpus } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/index.ts'
import { usableCpus } from '../../src/target/cgroup.ts'
import { endLoops, idleTarget, startLoops } from '../busy-loops.ts'

const all = cpus().length

afterEach(endLoops)

// On a machine with CPUs that this process may not use, the load of its own CPUs is unknown.
test.skipIf(usableCpus() !== all).for(['command', 'url'] as const)(
  'a machine whose CPUs other processes keep busy is told to be so, beside a target of a %s',
  async (kind, { skip }) => {
    const target = await idleTarget(kind)
    const usedByLoops = await startLoops(all)
    // So few that neither generator nor server has much to do.
    const { verdict } = await run({ target, scenarios: { calls: { request: {}, workload: { rate: '10/s', duration: '2s' } } } })
    const used = usedByLoops()
    const reason = verdict.reasons.find(({ rule }) => rule === 'busy-machine')
    // Where something limits what the loops may use, the machine is not full.
    if (reason === undefined && used < all * 0.95) skip(`undecided: the loops got ${used.toFixed(2)} of ${all} CPUs`)
    expect(reason?.text).toMatch(/^other processes used [\d.]+ of \d+ CPUs, more than target and generator/)
  },
)
