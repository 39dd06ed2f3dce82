import { expect, test } from 'vitest'
import { journey } from '../../src/load/user/journey.ts'
import { run } from '../../src/run/api.ts'
import { runFault, type FaultCase } from './fault-case.ts'
import { FaultServer, responseOf } from './fault-server.ts'
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

test('more URLs than are kept apart are named by other-names', async () => {
  const server = await FaultServer.start({ onRequest: (socket) => socket.write(responseOf()) })
  try {
    const visit = journey(async ({ http, user }) => void (await http.get(`/items/${user.iteration.globalIndex}`)))
    const result = await run({
      target: server.url,
      workers: 0,
      scenarios: { items: { journey: visit, workload: { users: 3, iterations: 300 } } },
    })
    expect(result.verdict.reasons).toContainEqual({
      rule: 'other-names',
      level: 'note',
      text: expect.stringMatching(
        /^100 of 300 requests went to other endpoints than the first 200, and are counted together; name them by/,
      ),
    })
    expect([server.requests, result.scenario('items').counts.outcomes.ok]).toEqual([300, 300])
  } finally {
    server.close()
  }
})

test.each(casesOf(similarToSurplus))('$name, to $mode, is no $rule', async ({ fault, mode }) => {
  expect(await runFault(fault, mode)).toEqual([])
})
