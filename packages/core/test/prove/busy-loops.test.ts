import { cpus } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/index.ts'
import { endLoops, idleTarget, startLoops } from '../busy-loops.ts'
import { tally, tryOften } from './trials.ts'

afterEach(endLoops)

test.each(['url', 'command'] as const)('an idle target of a %s beside more busy loops than CPUs is never blamed', async (kind) => {
  const target = await idleTarget(kind)
  await startLoops(cpus().length + 1)
  const findings = await tryOften(20, async (trial) => {
    const workload = { connections: 3, duration: '8s' }
    const { verdict, limitedBy, target: measured } = await run({ target, scenarios: { calls: { request: {}, workload } } })
    const rules = verdict.reasons.map(({ rule }) => rule)
    const isRight = rules.includes('busy-machine') && !rules.includes('shared-cores') && !limitedBy.by.startsWith('target')
    const cpu = measured.cpu?.toFixed(2) ?? 'unknown'
    console.log(`${trial}: ${isRight ? 'right' : 'WRONG'}: limited by ${limitedBy.text}; ${rules.join(', ')}; the target used ${cpu}`)
    return isRight && measured.cpu !== null
  })
  expect(tally(findings, `of a ${kind} name the busy machine`, (isRight) => isRight)).toBe(findings.length)
})
