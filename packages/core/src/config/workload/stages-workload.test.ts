import { expect, test } from 'vitest'
import { messageOf, requestScenarioOf, withWorkload } from '../../../test/config-fixture.ts'

test.each([
  [
    {
      stages: {
        of: 'users',
        steps: [
          { duration: '30s', to: 100 },
          { duration: 0, to: 50 },
          { duration: '1m', to: 50 },
        ],
      },
    },
    {
      kind: 'users',
      curve: {
        from: 0,
        steps: [
          { duration: 30e6, to: 100 },
          { duration: 0, to: 50 },
          { duration: 60e6, to: 50 },
        ],
      },
      iterations: undefined,
      pacing: 0,
      startAfter: 0,
      warmup: 0,
      gracefulStop: 30e6,
    },
  ],
  [
    { stages: { of: 'rate', from: '5/s', steps: [{ duration: '30s', to: '2k/m' }] } },
    {
      kind: 'rate',
      curve: { from: 5, steps: [{ duration: 30e6, to: 2000 / 60 }] },
      iterations: undefined,
      arrivals: 'uniform',
      maxUsers: 1000,
      reuseUsers: true,
      startAfter: 0,
      warmup: 0,
      gracefulStop: 30e6,
    },
  ],
  [
    { stages: { of: 'rate', steps: [{ duration: 60, to: 5 }] }, arrivals: 'poisson', maxUsers: 7, reuseUsers: false, gracefulStop: 1 },
    { curve: { from: 0, steps: [{ duration: 60e6, to: 5 }] }, arrivals: 'poisson', maxUsers: 7, reuseUsers: false, gracefulStop: 1e6 },
  ],
  [
    { stages: { of: 'users', from: 5, steps: [{ duration: 60, to: 5 }] }, pacing: '2s', warmup: '5s' },
    { pacing: 2e6, warmup: 5e6 },
  ],
  [
    {
      stages: {
        of: 'users',
        steps: [
          { duration: 0, to: 5 },
          { duration: 60, to: 5 },
        ],
      },
      warmup: '5s',
    },
    { warmup: 5e6 },
  ],
])('the stages %j become %j', (workload, resolved) => {
  const { workload: became } = requestScenarioOf(withWorkload(workload))
  expect(became).toMatchObject(resolved)
})

const rising = [{ duration: '1m', to: 5 }]

test.each([
  [{ stages: 5 }, '.stages: must be an object (was 5)'],
  [{ stages: {} }, '.stages.of: is required and must be "users" or "rate"'],
  [{ stages: { of: 'usres', steps: rising } }, '.stages.of: must be "users" or "rate" (was "usres")'],
  [{ stages: { of: 'users' } }, '.stages.steps: is required and must be a list'],
  [{ stages: { of: 'users', steps: [] } }, '.stages.steps: must not be empty'],
  [{ stages: { of: 'users', steps: rising, form: 5 } }, '.stages: unknown key "form"; did you mean "from"?'],
  [{ stages: { of: 'users', steps: [{ duration: '1m', to: 2.5 }] } }, '.stages.steps[0].to: must be a whole number (was 2.5)'],
  [{ stages: { of: 'users', steps: [{ duration: '1m', to: '5/s' }] } }, '.stages.steps[0].to: must be a number (was "5/s")'],
  [{ stages: { of: 'users', steps: [{ duration: '1m', to: 2e6 }] } }, '.stages.steps[0].to: must be at most 1000000 (was 2000000)'],
  [{ stages: { of: 'users', from: -1, steps: rising } }, '.stages.from: must be at least 0 (was -1)'],
  [
    { stages: { of: 'rate', steps: [{ duration: '1m', to: '2000k/s' }] } },
    '.stages.steps[0].to: must be at most 1000000/s (was "2000k/s")',
  ],
  [
    { stages: { of: 'rate', steps: [{ duration: '1m', level: 5 }] } },
    '.stages.steps[0].to: is required and must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second\n' +
      'scenarios.reads.workload.stages.steps[0]: unknown key "level"; known are duration, to',
  ],
  [{ stages: { of: 'rate', steps: [{ duration: '1m', to: 0 }] } }, '.stages.steps: never rise above 0; nothing would be started'],
  [
    {
      stages: {
        of: 'users',
        steps: [
          { duration: '1m', to: 0 },
          { duration: 0, to: 5 },
        ],
      },
    },
    '.stages.steps: never rise above 0; nothing would be started',
  ],
  [{ stages: { of: 'users', from: 5, steps: [{ duration: 0, to: 5 }] } }, '.stages.steps: take no time; give one of them a duration'],
  [
    { stages: { of: 'rate', steps: [{ duration: '1m', to: '1/h' }] } },
    ': plans less than one iteration; raise the rate or give it more time',
  ],
  [
    { stages: { of: 'rate', from: 1e6, steps: [{ duration: '2h', to: 0 }] } },
    ': plans 3600000000 iterations, more than 2147483648; lower the rate or give it less time',
  ],
  [
    {
      stages: {
        of: 'users',
        steps: [
          { duration: '20d', to: 5 },
          { duration: '20d', to: 5 },
        ],
      },
    },
    ': would take longer than 24 days, with startAfter, warmup and gracefulStop',
  ],
  [
    { stages: { of: 'users', steps: rising }, warmup: '5s' },
    '.warmup: has nothing to do, because the stages start from 0; give stages.from a level above 0',
  ],
  [
    { stages: { of: 'users', steps: rising }, arrivals: 'poisson' },
    '.arrivals: cannot be given with stages of users; it goes with stages of rate',
  ],
  [{ stages: { of: 'users', steps: rising }, maxUsers: 5 }, '.maxUsers: cannot be given with stages of users; it goes with stages of rate'],
  [
    { stages: { of: 'users', steps: rising }, reuseUsers: true },
    '.reuseUsers: cannot be given with stages of users; it goes with stages of rate',
  ],
  [{ stages: { of: 'rate', steps: rising }, pacing: 5 }, '.pacing: cannot be given with stages of rate; it goes with stages of users'],
  [{ stages: { of: 'rate', steps: rising }, duration: '5s' }, ': unknown key "duration"; each of the steps has its own'],
  [{ stages: { of: 'rate', steps: rising }, iterations: 5 }, ': unknown key "iterations"; stages end with the last of their steps'],
])('the stages %j are refused', (workload, message) => {
  expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
})
