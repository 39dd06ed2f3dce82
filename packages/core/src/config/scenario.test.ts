import { describe, expect, test } from 'vitest'
import { messageOf, minimal, requestScenarioOf, withRequest } from '../../test/config-fixture.ts'

function withScenario(scenario: unknown): object {
  return { ...minimal, scenarios: { reads: scenario } }
}

describe('a scenario', () => {
  test.each([
    [5, ': must be an object (was 5)'],
    [{}, ': needs request, journey or journeys'],
    [{ workload: { users: 0 } }, ': needs request, journey or journeys'],
    [{ requst: {}, workload: { users: 1 } }, ': unknown key "requst"; did you mean "request"?'],
    [{ request: {}, workload: undefined }, '.workload: is required and must be an object'],
    [
      { request: {}, journey: './config.ts', workload: { users: 1 } },
      ': request and journey cannot be given together; a scenario has one of request, journey or journeys',
    ],
    [
      { journey: './config.ts', journeys: {}, workload: { users: 1 } },
      ': journey and journeys cannot be given together; a scenario has one of request, journey or journeys',
    ],
  ])('the scenario %j is refused', (scenario, message) => {
    expect(messageOf(withScenario(scenario))).toBe(`scenarios.reads${message}`)
  })
})

describe('a scenario of requests', () => {
  test('a scenario of requests takes over its options', () => {
    expect(
      requestScenarioOf(
        withScenario({
          request: [{ path: '/a' }, { path: '/b' }],
          workload: { connections: 2 },
          order: 'shuffled',
          uniqueIds: true,
          reconnectAfter: 5,
          bailout: 3,
          startAfter: '5s',
          abortIfRateBelow: '30/m',
        }),
      ),
    ).toMatchObject({
      kind: 'requests',
      name: 'reads',
      requests: [{ path: '/a' }, { path: '/b' }],
      workload: { startAfter: 5e6 },
      order: 'shuffled',
      uniqueIds: true,
      reconnectAfter: 5,
      bailout: 3,
      abortIfRateBelow: 0.5,
    })
  })

  test.each([
    [{ bailout: 0.5 }, '.bailout: must be a whole number (was 0.5)'],
    [{ startAfter: 'later' }, '.startAfter: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was "later")'],
    [
      { startAfter: '20d', workload: { rate: 5, duration: '10d' } },
      '.workload: would take longer than 24 days, with startAfter, warmup and gracefulStop',
    ],
    [{ uniqueIds: 'yes' }, '.uniqueIds: must be true or false (was "yes")'],
    [
      { request: { body: Uint8Array.of(0xff, 0xfe) }, uniqueIds: true },
      '.uniqueIds: needs bodies that are text; a body in bytes or a form with files is not',
    ],
    [
      { request: { form: { a: { type: 'file', path: 'config.ts' } } }, uniqueIds: true },
      '.uniqueIds: needs bodies that are text; a body in bytes or a form with files is not',
    ],
    [{ order: 'random', request: [{}, {}] }, '.order: must be "in-turn", "shuffled" or "one-after-another" (was "random")'],
    [{ order: 'shuffled' }, '.order: needs several requests; there is only one'],
    [{ order: 'in-turn', request: [{}] }, '.order: needs several requests; there is only one'],
    [{ reconnectAfter: 0 }, '.reconnectAfter: must be at least 1 (was 0)'],
    [
      { reconnectAfter: 5, workload: { rate: 5 } },
      '.reconnectAfter: goes with a workload of connections; users keep theirs for as long as they live',
    ],
    [
      { reconnectAfter: 5, workload: { users: 5, duration: '5s' } },
      '.reconnectAfter: goes with a workload of connections; users keep theirs for as long as they live',
    ],
    [{ reconnectAfter: 5, workload: { conections: 5 } }, '.workload: unknown key "conections"; did you mean "connections"?'],
    [{ connections: 5 }, ': unknown key "connections"; it goes into the workload'],
    [{ headers: {} }, ': unknown key "headers"; they go into the request'],
    [{ abortIfRateBelow: 0 }, '.abortIfRateBelow: must be above 0 (was 0)'],
  ])('the scenario of requests %j is refused', (options, message) => {
    expect(messageOf(withScenario({ request: {}, workload: { connections: 10 }, ...options }))).toBe(`scenarios.reads${message}`)
  })
})

describe('abortIfRateBelow', () => {
  const ramp = {
    of: 'rate',
    steps: [
      { duration: '10s', to: 100 },
      { duration: '10s', to: 100 },
    ],
  }
  const drop = {
    of: 'rate',
    from: 100,
    steps: [
      { duration: '10s', to: 100 },
      { duration: 0, to: 20 },
      { duration: '10s', to: 20 },
    ],
  }

  test.each([
    [{ rate: '100/s' }, '100/s', '100/s'],
    [{ rate: '100/s', iterations: 500 }, '200/s', '100/s'],
    [{ rate: '100/s', duration: '2s' }, '100/s', '100/s'],
    [{ stages: ramp }, '25/s', '25/s'],
    [{ stages: drop }, '21/s', '20/s'],
  ])('abortIfRateBelow of a workload of %j cannot be %s', (workload, least, planned) => {
    expect(messageOf(withScenario({ request: {}, workload, abortIfRateBelow: least }))).toBe(
      `scenarios.reads.abortIfRateBelow: must be below the planned rate, which is ${planned} over its slowest 5 s (was ${least}); it would end a test that keeps to its plan`,
    )
  })

  test.each([
    [{ rate: '100/s' }, '99/s'],
    [{ stages: ramp }, '24/s'],
    [{ stages: drop }, '19/s'],
    [{ users: 1 }, '5/s'],
    [{ connections: 1 }, '1000k/s'],
  ])('abortIfRateBelow of a workload of %j can be %s', (workload, least) => {
    expect(messageOf(withScenario({ request: {}, workload, abortIfRateBelow: least }))).toBe('')
  })
})

test('a list of one request is taken over', () => {
  expect(requestScenarioOf(withRequest([{ path: '/a' }])).requests).toHaveLength(1)
})
