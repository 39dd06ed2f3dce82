import { expect, test } from 'vitest'
import { runFault, type FaultCase } from './fault-case.ts'
import { closingFaults } from './closing-faults.ts'
import { responseFaults } from './response-faults.ts'
import { similarToSurplus, surplusFaults } from './surplus-faults.ts'

const casesOf = (faults: readonly FaultCase[]) =>
  faults.flatMap((fault) => fault.modes.map((mode) => ({ name: fault.name, mode, rule: fault.rule, fault })))

test.each(casesOf([...surplusFaults, ...closingFaults, ...responseFaults]))(
  '$name, to $mode, is named by $rule',
  async ({ fault, mode }) => {
    const { rule, level, says } = fault
    expect(await runFault(fault, mode)).toMatchObject([{ rule, level, text: expect.stringMatching(says) }])
  },
)

test.each(casesOf(similarToSurplus))('$name, to $mode, is no $rule', async ({ fault, mode }) => {
  expect(await runFault(fault, mode)).toEqual([])
})
