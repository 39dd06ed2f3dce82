import { expect, test } from 'vitest'
import {
  connectionsFixture,
  countsFixture,
  pluginRequestsFixture,
  scenarioFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
  usersWorkloadFixture,
} from '../../../test/result/verdict/summary-fixture.ts'
import { littlesLaw } from './request-kinds.ts'

test('ten users whose iterations of three requests take 30 ms make 1,000 requests a second', () => {
  const users = usersFixture({
    iterations: { ...usersFixture().iterations, started: 10_000 },
    iterationDuration: timesFixture({ mean: 30, max: 60 }),
  })
  const law = littlesLaw(usersScenarioFixture({ users }))
  expect(law).toMatchObject({
    users: 10,
    requestsPerIteration: 3,
    iterationDuration: 30,
    predicted: 1000,
    measured: 1000,
    residual: 0,
    edge: 0.002,
  })
})

test('requests of plugins count like those over HTTP, with or without these', () => {
  const users = usersFixture({
    iterations: { ...usersFixture().iterations, started: 10_000 },
    iterationDuration: timesFixture({ mean: 30 }),
    pluginRequests: [pluginRequestsFixture({ ok: 19_000, error: 1000 })],
  })
  const mixed = littlesLaw(usersScenarioFixture({ users }))
  expect(mixed?.requestsPerIteration).toBe(5)
  expect(mixed?.predicted).toBeCloseTo(10 * (5 / 0.03))
  const throughput = { requestsPerSecond: 0, okPerSecond: 0, bytesPerSecond: 0 }
  const law = littlesLaw(usersScenarioFixture({ users, counts: countsFixture({}), throughput }))
  expect(law).toMatchObject({ requestsPerIteration: 2 })
  expect(law?.measured).toBeCloseTo(20_000 / 30)
  expect(law?.residual).toBeCloseTo(0)
})

test('a measured throughput below the predicted one gives a negative residual', () => {
  const slower = { requestsPerSecond: 900, okPerSecond: 900, bytesPerSecond: 1 }
  expect(littlesLaw(usersScenarioFixture({ throughput: slower }))?.residual).toBeCloseTo(-0.1)
})

test('the number of users that changes is the measured mean', () => {
  const workload = usersWorkloadFixture({ from: 0, stages: [{ duration: 30, to: 20 }] })
  expect(littlesLaw(usersScenarioFixture({ workload, users: usersFixture({ busy: 9.5 }) }))?.users).toBe(9.5)
})

test('no prediction is made for connections, for users with a pacing, or where nothing was done', () => {
  expect(littlesLaw(scenarioFixture({ workload: connectionsFixture() }))).toBeNull()
  expect(littlesLaw(usersScenarioFixture({ workload: usersWorkloadFixture({ pacing: 1 }) }))).toBeNull()
  expect(
    littlesLaw(usersScenarioFixture({ users: usersFixture({ iterationDuration: timesFixture({ mean: null, count: 0 }) }) })),
  ).toBeNull()
})
