import { describe, test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import { namesOf } from '../../../../test/accuracy/percentile.ts'
import type { HttpLabOptions } from './http-lab.ts'
import type { PlanLabOptions } from './plan-lab.ts'

const lab = import.meta.resolve('./http-lab.ts')
const planLab = import.meta.resolve('./plan-lab.ts')
const times = namesOf('service')

describe.each([0, 1, 2])('with %i load threads', (workers) => {
  test('connections: the service times are those of a bare client, and each request is counted once', async (context) => {
    const options: HttpLabOptions = { workers, delays: [0], connections: Math.max(1, workers), requests: 400 }
    await expectSame(context, { lab, options, figures: times })
  })

  test('a rate: the service times are those of a bare client, and the arrivals are as even as those of a bare pacer', async (context) => {
    const options: HttpLabOptions = { workers, delays: [0], connections: 400, requests: 400, rate: 1000 }
    await expectSame(context, { lab, options, figures: times, atMost: ['unevenness'] })
  })
})

test('a rate that is started precisely: send lag and response time are those of a client that sleeps until it sends, and a little', async (context) => {
  const options: PlanLabOptions = { rate: 500, requests: 100 }
  const comparison = { lab: planLab, options, figures: [], atMost: ['send lag p50', 'response p50'] }
  await expectSame(context, comparison)
})

test.for([1, 2])(
  'journeys with %i load threads: the service times are those of a bare client, and each iteration is two requests',
  async (workers, context) => {
    const options: HttpLabOptions = { workers, delays: [0], connections: 2, requests: 400, journey: true }
    await expectSame(context, { lab, options, figures: times })
  },
)

test('connections that share a server with two kinds of responses: the times of both are those of a bare client', async (context) => {
  const options: HttpLabOptions = { workers: 1, delays: [2, 2, 2, 2, 10], connections: 8, requests: 400 }
  await expectSame(context, { lab, options, figures: times })
})

test("a user who thinks: the rate by Little's law is the one that the server saw", async (context) => {
  await expectSame(context, { lab: import.meta.resolve('./think-lab.ts'), options: {}, figures: ['iteration'] })
})
