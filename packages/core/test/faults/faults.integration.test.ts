import { expect, test } from 'vitest'
import { journey } from '../../src/load/user/journey.ts'
import { run } from '../../src/run/api.ts'
import { runFault } from './fault-case.ts'
import { FaultServer, responseOf } from './fault-server.ts'
import { closingFaults } from './closing-faults.ts'
import { responseFaults } from './response-faults.ts'
import { similarToSurplus, surplusFaults } from './surplus-faults.ts'

test.each([...surplusFaults, ...closingFaults, ...responseFaults])('$name is named by $rule', async (fault) => {
  const { modes, level, says } = fault
  expect(await runFault(fault)).toMatchObject(modes.map(() => ({ level, text: expect.stringMatching(says) })))
})

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

test.each(similarToSurplus)('$name is no $rule', async (fault) => {
  expect(await runFault(fault)).toEqual([])
})
