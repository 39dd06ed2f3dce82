import { expect, test } from 'vitest'
import { messageOf, minimal, withWorkload } from '../../../test/config-fixture.ts'

const workload = 'scenarios.reads.workload'

test.each([
  [{ vus: 10, duration: '30s' }, `${workload}: unknown key "vus"; did you mean "users"?`],
  [{ rate: 50, timeUnit: '1m' }, `${workload}: unknown key "timeUnit"; write it with the rate, as in "30/m"`],
  [{ rate: 50, preAllocatedVUs: 5 }, `${workload}: unknown key "preAllocatedVUs"; did you mean "maxUsers"?`],
  [
    { executor: 'shared-iterations' },
    `${workload}: needs connections, users, rate, stages or batch; the key of the workload takes its place`,
  ],
  [
    { stages: [{ duration: '30s', target: 20 }] },
    `${workload}.stages: must be an object (was a list); give { of: "users", steps: [{ duration: "30s", to: 20 }] }`,
  ],
  [
    { stages: { of: 'users', steps: [{ duration: '30s', target: 20 }] } },
    `${workload}.stages.steps[0]: unknown key "target"; did you mean "to"?`,
  ],
  [
    { users: 1, duration: '10 sec' },
    `${workload}.duration: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was "10 sec"); did you mean "10s"?`,
  ],
])('the workload %j in the words of k6 is refused with the counterpart of the word', (given, message) => {
  expect(messageOf(withWorkload(given))).toBe(message)
})

test.each([
  [{ vus: 10 }, 'unknown key "vus"; it is "users" of a workload'],
  [{ stages: [] }, 'unknown key "stages"; it goes into the workload of a scenario'],
  [
    { scenarios: { reads: { stages: [], request: {}, workload: { users: 1 } } } },
    'scenarios.reads: unknown key "stages"; it goes into the workload',
  ],
  [
    { scenarios: { reads: { exec: './buy.journey.ts', workload: { users: 1 } } } },
    'scenarios.reads: unknown key "exec"; did you mean "journey"?',
  ],
])('the config with %j in the words of k6 is refused with the counterpart of the word', (given, message) => {
  expect(messageOf({ ...minimal, ...given })).toContain(message)
})
